// A game against the computer, or between two people. The server replays the whole game at each
// question, so this page holds nothing but its moves.

import { call, job, saveFile } from "./api.js";
import { Board } from "./board.js";
import { $, begin, fail, make, safely, say, sizeChoices } from "./page.js";
import { toAddress } from "./state.js";
import { t } from "./words.js";

const form = $("setup");
const games = new Map(begin.games.map((game) => [game.name, game]));
const board = new Board((spot) => inTurn(() => press(spot)));
let match = null; // {game, size, from, human, clock, seed, moves: [[text, seconds], …]}
let view = null;
let placed = "";
let hints = 0;
let since = performance.now(); // when the player began to think
let thinking = null; // the computer's thinking, to be broken off
let asking = Promise.resolve();
$("boards").append(board.element);

function inTurn(work) {
  asking = asking.then(() => safely(work)());
  return asking;
}

const seconds = () => Math.round((performance.now() - since) / 100) / 10;

function side(number) {
  if (match.human === null) return number === 0 ? t("First player") : t("Second player");
  return number === match.human ? t("You") : t("The computer");
}

function show(shown, { quietly = false } = {}) {
  view = shown;
  const waits = view.computer || view.result !== null;
  board.show(view.boards[0], waits ? [] : view.boards[0].by_rules);
  $("said").textContent = view.said;
  $("to-move").textContent = told();
  $("moves").replaceChildren(...view.moves.map((move, i) => make(
    "li", {}, make("strong", {}, side(move.by)), ` ${move.told} `,
    make("button", { type: "button", class: "plain", on: { click: safely(() => why(i + 1)) } }, t("Why?")),
  )));
  $("undo").disabled = !view.moves.length;
  $("hint").disabled = waits;
  $("why").disabled = !view.moves.length;
  $("swap").hidden = !view.swap || view.computer;
  $("to-draw").href = `/${toAddress(view.state)}`;
  remember();
  history.replaceState(null, "", `#${encodeURIComponent(JSON.stringify(match))}`);
  showClocks();
  if (!quietly) say([view.said, told()].join(" "));
}

// The drawing board shows the position alone; for the way back (who swapped, clocks, moves) this tab keeps the game.
function remember() {
  try {
    sessionStorage.setItem("crossfall-game", JSON.stringify({ line: view.state.lines[0], match }));
  } catch { /* no storage: the way back begins anew */ }
}

function told() {
  if (view.result !== null) {
    const won = match.human === null
      ? view.result === 0 ? t("The first player wins.") : t("The second player wins.")
      : view.result === match.human ? t("You win.") : t("The computer wins.");
    return view.spent ? `${t("The time is spent.")} ${won}` : won;
  }
  if (view.computer) return t("The computer thinks …");
  const whose = match.human === null ? side(view.mover) : t("Your turn");
  return `${whose}. ${view.boards[0].to_move}`;
}

async function refresh(options) {
  show(await call("/api/play/show", { match }), options);
}

async function press(spot) {
  if (view.computer || view.result !== null) return;
  const shown = await call("/api/play/press", { match, placed, spot, seconds: match.clock ? seconds() : 0 });
  placed = shown.placed;
  if (shown.move) {
    match.moves.push(shown.move);
    moved();
  }
  show(shown);
  if (view.computer) reply();
}

function moved() {
  hints = 0;
  since = performance.now();
  $("counsel").replaceChildren();
}

// The computer's moves, as many as it has in a row.
async function reply() {
  thinking?.abort();
  const mine = (thinking = new AbortController());
  try {
    while (view.computer && !mine.signal.aborted) {
      const choice = await job("reply", { match }, { signal: mine.signal, wait: 10 });
      if (mine.signal.aborted) return;
      match.moves.push([choice.text, 0]);
      moved();
      const shown = await call("/api/play/show", { match });
      if (mine.signal.aborted) return;
      show({ ...shown, said: [t("Computer: {told}", { told: shown.said }), choice.comment].filter(Boolean).join(" ") });
    }
    board.focus();
  } catch (error) {
    if (error.name !== "AbortError") fail(error);
  }
}

// Back to the person's last choice; what the computer did since goes too.
async function undo() {
  if (placed) {
    placed = placed.split(" ").slice(0, -1).join(" ");
    const stones = placed.split(" ").filter(Boolean);
    placed = "";
    await refresh();
    for (const stone of stones) await press(stone);
    return;
  }
  thinking?.abort();
  const by = view.moves.map((move) => move.by);
  if (match.human === null) match.moves.pop();
  else {
    const mine = by.lastIndexOf(match.human);
    if (mine < 0) return;
    match.moves.splice(mine);
  }
  moved();
  await refresh();
}

async function hint() {
  const { told } = await job("counsel", { match }, { wait: 10 });
  hints = Math.min(hints + 1, told.length);
  $("counsel").replaceChildren(...told.slice(0, hints).map((line) => make("li", {}, line)));
  $("hint").textContent = hints < told.length ? t("A stronger hint") : t("Hint");
}

async function why(number) {
  const { told } = await job("counsel", { match, why: number }, { wait: 10 });
  $("counsel").replaceChildren(...told.map((line) => make("li", {}, line)));
}

async function newGame(given) {
  thinking?.abort();
  match = given;
  showSetup();
  placed = "";
  moved();
  $("hint").textContent = t("Hint");
  await refresh();
  if (view.computer) reply();
  else board.focus();
}

function asked() {
  const who = form.who.value;
  return {
    game: form.game.value,
    size: form.size.value,
    human: who === "" ? null : Number(who),
    clock: form.game.value === "pathing-boxes" ? form.clock.value : "",
    strength: who === "" ? "full" : form.strength.value,
    seed: Math.floor(Math.random() * 1e6),
    moves: [],
  };
}

// The form says what is played, also where a link began the game.
function showSetup() {
  if (!games.has(match.game)) return;
  form.game.value = match.game;
  fill();
  if (match.size) form.size.value = match.size;
  form.who.value = match.human === null ? "" : String(match.human);
  form.clock.value = match.clock || "";
  form.strength.value = match.strength || "full";
  showStrength();
}

function fill() {
  const game = games.get(form.game.value);
  if (form.dataset.game !== game.name) {
    form.dataset.game = game.name;
    $("sizes").replaceChildren(...sizeChoices(game));
    form.size.value = game.name === "roadworks" ? "3x3" : game.sizes[0];
  }
  $("clock-label").hidden = game.name !== "pathing-boxes";
  showStrength();
}

// What is to be known of a computer that plays weaker.
function showStrength() {
  $("strength-label").hidden = form.who.value === "";
  const { about } = begin.strengths.find((one) => one.name === form.strength.value) || {};
  $("weaker").textContent = about || "";
  $("weaker").hidden = !about || form.who.value === "";
}

// --- clocks --------------------------------------------------------------------------------------

function clockText(clock, thought) {
  const free = Math.max(0, (clock.period || clock.action) - (clock.period ? thought % clock.period : thought));
  const beyond = clock.period ? Math.floor(thought / clock.period) : Math.max(0, thought - clock.action);
  const left = Math.max(0, clock.reserve - beyond);
  const minutes = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;
  return clock.period
    ? t("{time}, periods: {left}", { time: minutes(free), left })
    : t("{time}, reserve {left}", { time: minutes(free), left: minutes(left) });
}

function showClocks() {
  $("clocks").hidden = !view?.clocks.some(Boolean);
  if ($("clocks").hidden) return;
  const running = view.result === null && !view.computer;
  $("clocks").replaceChildren(...view.clocks.map((clock, number) => clock && make(
    "p", { "data-runs": String(running && view.mover === number) },
    `${side(number)}: ${clockText(clock, running && view.mover === number ? seconds() : 0)}`,
  )).filter(Boolean));
}

window.setInterval(() => {
  if (!match?.clock || !view || view.result !== null || view.computer) return;
  showClocks();
  const clock = view.clocks[view.mover];
  if (!clock) return;
  const thought = seconds();
  const beyond = clock.period ? Math.floor(thought / clock.period) : thought - clock.action;
  if (beyond >= clock.reserve && clock.reserve > 0) {
    match.thinking = thought;
    inTurn(refresh);
  }
}, 500);

// --- the page ------------------------------------------------------------------------------------

$("begin-game").addEventListener("click", () => inTurn(() => newGame(asked())));
form.addEventListener("submit", (event) => { event.preventDefault(); $("begin-game").click(); });
for (const kind of ["input", "change"]) form.addEventListener(kind, fill);
// Level 4 is played between students; who wants the computer there can still choose it.
form.size.addEventListener("change", () => {
  if (games.get(form.game.value).levels[form.size.value] === 4) form.who.value = "";
});
$("undo").addEventListener("click", () => inTurn(undo));
$("hint").addEventListener("click", () => inTurn(hint));
$("why").addEventListener("click", () => inTurn(() => why(view.moves.length)));
$("swap").addEventListener("click", () => inTurn(() => press("swap")));
$("save").addEventListener("click", safely(() => saveFile("/api/play/file", { match }, "game.toml")));
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.closest("input, select")) {
    event.preventDefault();
    inTurn(undo);
  }
});

function fromHash() {
  try {
    const given = JSON.parse(decodeURIComponent(location.hash.slice(1)));
    return typeof given === "object" && given?.game ? { moves: [], human: 0, ...given } : null;
  } catch {
    return null;
  }
}

form.game.replaceChildren(...begin.games.map((one) => make("option", { value: one.name }, one.title)));
form.strength.replaceChildren(...begin.strengths.map((one) => make("option", { value: one.name }, one.title)));
form.strength.value = "full";
form.game.value = "roadworks";
fill();
inTurn(async () => {
  try {
    await newGame(fromHash() || { ...asked(), seed: 0 });
  } catch (error) {
    fail(error);
    await newGame(asked());
  }
}).then(() => { document.body.dataset.ready = "yes"; });
