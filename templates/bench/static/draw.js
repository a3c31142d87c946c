// Draw a position and see at once what it is worth.

import { call, saveFile, sendFile } from "./api.js";
import { keep, kept, onKept } from "./basket.js";
import { Board } from "./board.js";
import { Check } from "./check.js";
import { $, begin, fail, make, safely, say, sizeChoices } from "./page.js";
import { fromAddress, History, toAddress } from "./state.js";
import { t } from "./words.js";

const games = new Map(begin.games.map((game) => [game.name, game]));
const history = new History();
const check = new Check($("check"), { onLook: (line) => inTurn(() => look(line)), onLoad: (given) => inTurn(() => load(given)), onAnswer: (answer) => inTurn(() => showAnswer(answer)) });
let looking = null; // a line of play that is shown instead of the position
let boards = [];
let tool = "";
let asking = Promise.resolve();

const state = () => history.now.state;
const game = () => games.get(state().game);

// Presses are answered one after another, however fast they come.
function inTurn(work) {
  asking = asking.then(() => safely(work)());
  return asking;
}

function show() {
  looking = null;
  $("look").hidden = true;
  fillChoices();
  showBoards(history.now, (board) => kindsOf(board));
  $("undo").disabled = !history.past.length;
  $("redo").disabled = !history.future.length;
  const played = playedHere();
  const begun = played || { game: game().name, from: state().lines[0], features: state().fields?.features, human: 0 };
  $("play").textContent = played ? t("Back to the game") : t("Play from here");
  $("play").href = `/play#${encodeURIComponent(JSON.stringify(begun))}`;
  const address = toAddress(state());
  if (address !== location.hash) window.history.replaceState(null, "", address);
}

// The game of this tab that stands at this very position, if there is one.
function playedHere() {
  try {
    const { line, match } = JSON.parse(sessionStorage.getItem("crossfall-game"));
    return line === state().lines[0] && match.moves.length ? match : null;
  } catch {
    return null;
  }
}

function showBoards(view, kinds) {
  while (boards.length > view.boards.length) boards.pop().element.remove();
  view.boards.forEach((board, i) => {
    if (!boards[i]) {
      boards[i] = new Board((spot) => press(i, spot));
      $("boards").append(boards[i].element);
    }
    boards[i].name = view.boards.length > 1 ? t("Board {number}.", { number: i + 1 }) : "";
    boards[i].show(board, kinds(board));
  });
  $("boards").dataset.count = view.boards.length;
  $("to-move").textContent = view.boards.length === 1 ? view.boards[0].to_move : "";
  $("said").textContent = view.said;
}

// --- a line of play, step by step ----------------------------------------------------------------

async function look(line) {
  looking = { line, at: -1, views: [history.now] };
  $("look").hidden = false;
  $("look-told").textContent = `${line.move}: ${line.told}`;
  await lookAt(1);
  $("look-on").focus();
}

// The board with an answer drawn in, as the key has it.
function showAnswer(answer) {
  looking = { line: { steps: [] }, at: 0, views: [history.now] };
  $("look").hidden = false;
  $("look-told").textContent = answer.text;
  $("look-place").textContent = "";
  $("look-back").disabled = $("look-on").disabled = true;
  const drawn = (board, i) => (answer.boards[i] ? { ...board, ...answer.boards[i] } : board);
  showBoards({ ...history.now, boards: history.now.boards.map(drawn), said: answer.text }, () => []);
  say(answer.text);
  $("look-end").focus();
}

// Step 0 is the position itself.
async function lookAt(at) {
  const { line, views } = looking;
  if (at < 0 || at > line.steps.length) return;
  looking.at = at;
  views[at] ||= await call("/api/view", { state: line.steps[at - 1].state });
  const said = at ? line.steps[at - 1].said : "";
  showBoards({ ...views[at], said }, () => []);
  $("look-place").textContent = t("{at} of {all}", { at, all: line.steps.length });
  $("look-back").disabled = at === 0;
  $("look-on").disabled = at === line.steps.length;
  say(said);
}

$("look-back").addEventListener("click", () => inTurn(() => lookAt(looking.at - 1)));
$("look-on").addEventListener("click", () => inTurn(() => lookAt(looking.at + 1)));
$("look-end").addEventListener("click", () => { show(); boards[0].focus(); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && looking) show(); });

function kindsOf(board) {
  const tools = game().tools;
  return tool === tools[0].name ? board.by_rules : tools.find((one) => one.name === tool).kinds;
}

function took(view, { quietly = false } = {}) {
  history.push(view);
  show();
  if (!quietly) say([view.said, view.boards[0].to_move].filter(Boolean).join(" "));
  check.follow(view.state).catch(fail);
}

function press(board, spot) {
  return inTurn(async () => {
    const view = await call("/api/act", { state: state(), board, tool, spot });
    took(view);
  });
}

function fillChoices() {
  const now = game();
  if ($("game").value !== now.name || $("tools").dataset.game !== now.name) {
    $("game").value = now.name;
    $("sizes").replaceChildren(...sizeChoices(now));
    $("task").replaceChildren(...now.tasks.map((task) => make("option", { value: task, title: task }, now.titles[task])));
    $("tools").dataset.game = now.name;
    const live = state().lines[0].includes(":?");
    setTool(now.name === "roadworks" && live ? "gone" : now.tools[0].name);
  }
  if (document.activeElement !== $("size")) $("size").value = state().lines[0].split(":")[1];
  $("task").value = state().task;
  $("turn").hidden = now.name === "roadworks";
  $("another").hidden = state().task !== "lost-board";
  $("turns-label").hidden = !["force-line", "only-defence"].includes(state().task);
  $("turns").value = state().fields.turns ?? "";
  for (const input of document.querySelectorAll("[data-field]")) {
    const value = state().fields[input.dataset.field] ?? "";
    if (document.activeElement !== input) input.value = Array.isArray(value) ? value.join("; ") : value;
  }
}

function setTool(name) {
  tool = name;
  $("tools").replaceChildren(...game().tools.map((one) => make(
    "label",
    { class: "tool", title: one.help },
    make("input", { type: "radio", name: "tool", value: one.name, checked: one.name === tool, on: { change: () => { tool = one.name; show(); } } }),
    make("span", {}, one.title),
  )));
}

async function startAnew(name, size) {
  took(await call("/api/empty", { game: name, size }), { quietly: true });
}

async function load(given, { quietly = false } = {}) {
  took(await call("/api/view", { state: given }), { quietly });
}

// The same position with another task or another thing said of it.
async function change(changes) {
  const view = await call("/api/view", { state: { ...state(), ...changes } });
  history.replace({ ...view, said: "" });
  show();
  check.follow(view.state).catch(fail);
}

async function begun() {
  const given = fromAddress(location.hash);
  if (!given) return startAnew(begin.games.find((one) => one.name === "roadworks")?.name || begin.games[0].name, "");
  try {
    return await load(given, { quietly: true });
  } catch (error) {
    fail(error);
    return startAnew(begin.games[0].name, "");
  }
}

// --- reading what is pasted or dropped -----------------------------------------------------------

async function read(answer) {
  const { puzzles, faults } = answer;
  $("found").replaceChildren(...puzzles.map((puzzle, i) => make("li", {}, make(
    "button",
    { type: "button", class: "plain", on: { click: safely(() => load(puzzle)) } },
    puzzle.fields.title || `${games.get(puzzle.game).title}, ${games.get(puzzle.game).titles[puzzle.task]}`,
  ))));
  $("found").hidden = puzzles.length < 2;
  if (puzzles.length) await load(puzzles[0]);
  if (faults.length) fail({ lines: faults }); // last, so that nothing is said over it
}

async function readFile(file) {
  if (file) await read(await sendFile(`/api/read?name=${encodeURIComponent(file.name)}`, file));
}

$("read").addEventListener("click", safely(async () => read(await call("/api/read", { text: $("pasted").value, game: state().game }))));
$("file").addEventListener("change", safely(async () => { await readFile($("file").files[0]); $("file").value = ""; }));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", safely(async (event) => {
  event.preventDefault();
  const text = event.dataTransfer.getData("text/plain");
  if (event.dataTransfer.files.length) await readFile(event.dataTransfer.files[0]);
  else if (text) await read(await call("/api/read", { text, game: state().game }));
}));
document.addEventListener("paste", safely(async (event) => {
  if (event.target.closest("input, textarea")) return;
  const text = event.clipboardData.getData("text/plain");
  if (!text.trim()) return;
  event.preventDefault();
  await read(await call("/api/read", { text, game: state().game }));
}));

// --- the bars ------------------------------------------------------------------------------------

function stepped(there) {
  if (!there) return;
  show();
  say(history.now.boards[0].to_move || t("Done."));
  check.follow(state()).catch(fail);
}

$("undo").addEventListener("click", () => inTurn(() => stepped(history.undo())));
$("redo").addEventListener("click", () => inTurn(() => stepped(history.redo())));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) { event.preventDefault(); inTurn(() => stepped(history.undo())); }
  if (key === "y" || (key === "z" && event.shiftKey)) { event.preventDefault(); inTurn(() => stepped(history.redo())); }
});
$("new").addEventListener("click", () => inTurn(() => startAnew($("game").value, $("size").value)));
$("game").addEventListener("change", () => inTurn(() => startAnew($("game").value, "")));
$("size").addEventListener("change", () => inTurn(() => startAnew($("game").value, $("size").value)));
$("turn").addEventListener("click", () => inTurn(async () => took(await call("/api/act", { state: state(), board: 0, tool: "turn" }))));
$("another").addEventListener("click", () => inTurn(async () => {
  const head = state().lines[0].split(":").slice(0, 2).join(":");
  await load({ ...state(), lines: [...state().lines, `${head}:`] });
}));
$("task").addEventListener("change", () => inTurn(() => change({ task: $("task").value })));
$("turns").addEventListener("change", () => inTurn(() => change({ fields: { ...state().fields, turns: $("turns").value ? Number($("turns").value) : "" } })));
for (const input of document.querySelectorAll("[data-field]")) {
  input.addEventListener("change", () => inTurn(() => change({ fields: { ...state().fields, [input.dataset.field]: answers(input) } })));
}

// Several answers (the lines of a table) are parted by semicolons.
function answers(input) {
  const text = input.value.trim();
  if (input.dataset.field !== "answer" || !text.includes(";")) return text;
  return text.split(";").map((line) => line.trim()).filter(Boolean);
}

$("link").addEventListener("click", safely(async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    $("said").textContent = t("The link is copied.");
  } catch {
    $("said").textContent = t("Copy the address above: it holds the position.");
  }
  say($("said").textContent);
}));
$("save").addEventListener("click", safely(() => saveFile("/api/file", { puzzles: [state()] }, "puzzle.toml")));
$("picture").addEventListener("click", safely(() => saveFile("/api/picture", { state: state() }, "board.svg")));

function showKept(states) {
  $("kept").textContent = states.length ? t("Kept for a sheet: {count}", { count: states.length }) : "";
}
onKept(showKept);
showKept(kept());
$("keep").addEventListener("click", safely(() => { keep(state()); say($("kept").textContent); }));

window.addEventListener("hashchange", () => inTurn(async () => {
  const given = fromAddress(location.hash);
  if (given && location.hash !== toAddress(state())) await load(given);
}));

$("game").replaceChildren(...begin.games.map((one) => make("option", { value: one.name }, one.title)));
inTurn(begun).then(() => { document.body.dataset.ready = "yes"; });
