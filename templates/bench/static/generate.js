// Puzzles to a wish; the good ones are kept for a sheet.

import { job } from "./api.js";
import { kept, keepAll, onKept } from "./basket.js";
import { $, begin, make, safely, say, sizeChoices } from "./page.js";
import { thumbnail, thumbnails } from "./thumbs.js";
import { t } from "./words.js";

const form = $("wish");
const games = new Map(begin.games.map((game) => [game.name, game]));
let results = []; // [{state, canonical, kept}]
let running = null;

function fill() {
  const game = games.get(form.game.value);
  if (form.dataset.game !== game.name) {
    form.dataset.game = game.name;
    form.task.replaceChildren(...game.tasks.map((task) => make("option", { value: task, title: task }, game.titles[task])));
    $("sizes").replaceChildren(...sizeChoices(game));
    form.size.value = game.sizes[0];
    $("tags").replaceChildren($("tags").firstElementChild, ...game.tags.map((tag) => make("label", { class: "check" }, make("input", { type: "checkbox", name: "tag", value: tag }), game.titles[tag])));
    $("tags").hidden = !game.tags.length;
  }
  const stars = Number(form.difficulty.value);
  $("stars-told").textContent = stars ? "★".repeat(stars) : t("a mixture");
}

function wish() {
  return {
    game: form.game.value,
    task: form.task.value,
    size: form.size.value,
    count: Number(form.count.value) || 1,
    seed: Number(form.seed.value) || 0,
    difficulty: Number(form.difficulty.value) || null,
    tags: [...form.querySelectorAll("[name=tag]:checked")].map((box) => box.value),
    strict: form.strict.checked,
    source: begin.library ? form.source.value : "search",
  };
}

// What must not come again: what is shown, and what is kept and was found here.
function known() {
  return [...new Set([...results.map((one) => one.canonical), ...kept().map((state) => state.canonical)].filter(Boolean))];
}

async function search(asked, onFound) {
  running?.abort();
  const mine = (running = new AbortController());
  const [bar, told, stop] = $("progress").children;
  $("progress").hidden = false;
  $("told").textContent = "";
  bar.removeAttribute("value");
  told.textContent = t("Searching …");
  stop.onclick = () => mine.abort();
  let number = 0;
  try {
    const done = await job("generate", asked, { signal: mine.signal, onNews: (news) => {
      if (news.share) bar.value = news.share;
      number += news.pieces.length;
      if (number) told.textContent = t("{at} of {all}", { at: number, all: asked.count });
      news.pieces.forEach(onFound);
    } });
    $("told").textContent = [t("Found: {count}", { count: done.found }), ...done.told].join(" · ");
    say($("told").textContent);
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    $("told").textContent = t("Stopped.");
  } finally {
    if (running === mine) { running = null; $("progress").hidden = true; }
  }
}

let drawing = Promise.resolve();
function show() {
  drawing = drawing.then(safely(async () => {
    const now = [...results];
    const views = await thumbnails(now.map((one) => one.state));
    $("results").replaceChildren(...now.map((one, i) => thumbnail(views[i], one.state, [
      one.kept ? [t("kept"), t("Puzzle {number} is kept", { number: i + 1 }), null] : [t("Keep"), t("Keep puzzle {number}", { number: i + 1 }), () => keepOne(one)],
      ["↻", t("Another instead of puzzle {number}", { number: i + 1 }), safely(() => another(one))],
      ["↑", t("Move puzzle {number} up", { number: i + 1 }), i > 0 && (() => move(i, i - 1))],
      ["↓", t("Move puzzle {number} down", { number: i + 1 }), i < now.length - 1 && (() => move(i, i + 1))],
    ])));
    $("keep-all").hidden = !now.length;
  }));
  return drawing;
}

function move(from, to) {
  results.splice(to, 0, ...results.splice(from, 1));
  show();
}

function keepThem(some) {
  keepAll([...kept(), ...some.map((one) => ({ ...one.state, canonical: one.canonical }))]);
  for (const one of some) one.kept = true;
  say(t("Kept for a sheet: {count}", { count: kept().length }));
  show();
}

const keepOne = (one) => keepThem([one]);

// Another puzzle to the same wish, none of those that are shown.
async function another(one) {
  const asked = { ...wish(), game: one.state.game, task: one.state.task, count: 1, avoid: known() };
  await search(asked, (found) => { results[results.indexOf(one)] = found; show(); });
}

$("find").addEventListener("click", safely(async () => {
  const asked = form.fresh.checked ? { ...wish(), avoid: known() } : wish();
  results = [];
  await show();
  await search(asked, (found) => { results.push(found); show(); });
}));
$("keep-all").addEventListener("click", () => keepThem(results.filter((one) => !one.kept)));
form.addEventListener("submit", (event) => { event.preventDefault(); $("find").click(); });
for (const kind of ["input", "change"]) form.addEventListener(kind, fill);
const linked = () => { $("to-print").hidden = !kept().length; };
onKept(linked);
linked();
form.game.replaceChildren(...begin.games.map((one) => make("option", { value: one.name }, one.title)));
form.game.value = "roadworks";
$("source-label").hidden = !begin.library;
fill();
document.body.dataset.ready = "yes";
