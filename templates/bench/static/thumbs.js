// A list of puzzles as small boards, which can be opened, moved and removed.

import { call } from "./api.js";
import { begin, make, picture } from "./page.js";
import { toAddress } from "./state.js";
import { t } from "./words.js";

const drawn = new Map(); // what was drawn already, by the puzzle itself

// The small boards of some puzzles, in their order.
export async function thumbnails(states) {
  const missing = states.filter((state) => !drawn.has(JSON.stringify(state)));
  for (let i = 0; i < missing.length; i += 100) {
    const some = missing.slice(i, i + 100);
    const { views } = await call("/api/views", { states: some });
    views.forEach((view, k) => drawn.set(JSON.stringify(some[k]), view));
  }
  return states.map((state) => drawn.get(JSON.stringify(state)));
}

const taskTitle = (state) => begin.games.find((game) => state.lines[0].startsWith(`${game.name}:`))?.titles[state.task] || state.task;

// One puzzle: its boards, what is asked, and some buttons, [[text, label, what it does], …].
export function thumbnail(view, state, buttons) {
  if (view.error) return make("li", { class: "thumb" }, view.error.join(" "), ...buttons.map(button));
  const stars = state.fields?.difficulty ? "★".repeat(state.fields.difficulty) : "";
  return make(
    "li",
    { class: "thumb" },
    make("a", { class: "sheet", href: `/${toAddress(state)}`, "aria-label": t("Open: {board}", { board: view.boards[0].alt }) },
      ...view.boards.map((board) => picture(board.svg))),
    make("span", { class: "caption" }, [state.fields?.title, view.title, taskTitle(state), stars].filter(Boolean).join(" · ")),
    make("span", { class: "bar" }, ...buttons.map(button)),
  );
}

function button([text, label, does]) {
  return make("button", { type: "button", "aria-label": label, title: label, disabled: !does, on: does ? { click: does } : {} }, text);
}
