// A sheet, a lesson pack or empty boards, seen before they are printed.

import { job, saveAs, saveFile, sendFile } from "./api.js";
import { kept, keepAll, onKept } from "./basket.js";
import { $, begin, fail, make, safely, say, sizeChoices } from "./page.js";
import { thumbnail, thumbnails } from "./thumbs.js";
import { t } from "./words.js";

const form = $("options");
let previewing = null;
let making = null;

const kind = () => document.querySelector("[name=kind]:checked").value;

function options() {
  const given = {};
  for (const field of form.elements) {
    if (!field.name || field.closest("[hidden]")) continue;
    if (field.type === "checkbox") given[field.name] = field.checked;
    else if (["per_page", "seed"].includes(field.name)) given[field.name] = field.value === "" ? null : Number(field.value);
    else given[field.name] = field.value;
  }
  if (kind() === "sheet") return { ...given, puzzles: kept() };
  if (kind() === "blank") return given.game === "pathing-boxes"
    ? { ...given, blank: given.game, finals: given.size.includes("finals"), size: "" }
    : { ...given, blank: given.game };
  return given;
}

function showKind() {
  for (const part of document.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind());
  const game = begin.games.find((one) => one.name === form.game.value);
  $("sizes").replaceChildren(...sizeChoices(game));
}

// --- the preview follows every change --------------------------------------------------------------

async function preview() {
  previewing?.abort();
  showKind();
  if (kind() === "lesson" || (kind() === "sheet" && !kept().length)) {
    $("pages").replaceChildren();
    $("pages-told").textContent = kind() === "lesson" ? t("A lesson pack takes a while: press the button to make it.") : "";
    return;
  }
  const mine = (previewing = new AbortController());
  $("pages-told").textContent = t("The preview is made …");
  try {
    await job("sheet", { ...options(), preview: true }, { signal: mine.signal, onNews: showPages(mine.signal) });
  } catch (error) {
    if (mine.signal.aborted) return;
    if (!error.lines) throw error;
    $("pages").replaceChildren();
    $("pages-told").replaceChildren(make("span", { class: "bad" }, error.lines.slice(0, 8).join(" · ")));
  }
}

// Shows pages as they come; the first one clears those of the last time.
function showPages(signal) {
  return (news) => {
    if (signal.aborted) return;
    for (const { page, of, png } of news.pieces) {
      if (page === 1) $("pages").replaceChildren();
      $("pages").append(make("img", { src: png, alt: t("Page {page} of {of}", { page, of }), loading: "lazy" }));
      $("pages-told").textContent = t("Pages: {count}", { count: of });
    }
  };
}

let waiting = 0;
function soon() {
  window.clearTimeout(waiting);
  waiting = window.setTimeout(safely(preview), 250);
}

// --- files ---------------------------------------------------------------------------------------

// take: what is done with the file's address, once it is made.
async function made(name, args, { onNews = () => {}, file, take = saveAs } = {}) {
  making?.abort();
  const mine = (making = new AbortController());
  const [bar, told, stop] = $("progress").children;
  $("progress").hidden = false;
  told.textContent = "";
  bar.removeAttribute("value");
  stop.onclick = () => mine.abort();
  try {
    const done = await job(name, args, { signal: mine.signal, onNews: (news) => {
      if (news.share !== null) bar.value = news.share;
      if (news.said) told.textContent = news.said;
      onNews(news);
    } });
    const wanted = file || done.file || done.files[0];
    take(`/files/${done.job}/${encodeURIComponent(wanted)}`, wanted);
    say(t("{file} is made.", { file: wanted }));
  } finally {
    if (making === mine) { $("progress").hidden = true; making = null; }
  }
}

for (const button of document.querySelectorAll("[data-key]")) {
  button.addEventListener("click", safely(() => made("sheet", { ...options(), key: button.dataset.key })));
}
for (const button of document.querySelectorAll("[data-show]")) {
  // The window is opened at the press: later, browsers would not allow it.
  button.addEventListener("click", () => {
    const page = window.open("", "_blank");
    safely(() => made("sheet", { ...options(), key: button.dataset.show }, { take: (address) => { page.location = `${address}?show`; } }))();
  });
}
for (const button of document.querySelectorAll("[data-picture]")) {
  button.addEventListener("click", safely(() => made("pictures", { puzzles: kept(), kind: button.dataset.picture, bw: form.bw.checked })));
}
$("toml").addEventListener("click", safely(() => saveFile("/api/file", { puzzles: kept() }, "puzzles.toml")));
$("lesson").addEventListener("click", safely(() => {
  const stopped = { aborted: false };
  return made("lesson", options(), { onNews: showPages(stopped), file: "lesson.pdf" });
}));

// --- the kept puzzles ----------------------------------------------------------------------------

async function showKept(states = kept()) {
  $("none").hidden = states.length > 0;
  $("clear").hidden = !states.length;
  const views = await thumbnails(states);
  const moved = (from, to) => safely(() => {
    const changed = [...kept()];
    changed.splice(to, 0, ...changed.splice(from, 1));
    keepAll(changed);
  });
  $("kept").replaceChildren(...states.map((state, i) => thumbnail(views[i], state, [
    ["↑", t("Move puzzle {number} up", { number: i + 1 }), i > 0 && moved(i, i - 1)],
    ["↓", t("Move puzzle {number} down", { number: i + 1 }), i < states.length - 1 && moved(i, i + 1)],
    ["×", t("Remove puzzle {number}", { number: i + 1 }), safely(() => keepAll(kept().filter((_, k) => k !== i)))],
  ])));
}

$("clear").addEventListener("click", () => keepAll([]));
onKept((states) => { showKept(states).catch(fail); soon(); });
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", safely(async (event) => {
  event.preventDefault();
  for (const file of event.dataTransfer.files) {
    const { puzzles, faults } = await sendFile(`/api/read?name=${encodeURIComponent(file.name)}`, file);
    if (faults.length) fail({ lines: faults });
    keepAll([...kept(), ...puzzles]);
  }
}));

form.game.replaceChildren(...begin.games.map((one) => make("option", { value: one.name }, one.title)));
form.language.replaceChildren(...begin.languages.map(([code, name]) => make("option", { value: code, lang: code, selected: code === begin.language }, name)));
form.addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["input", "change"]) form.addEventListener(kind, soon);
$("kinds").addEventListener("change", safely(preview));
showKind();
showKept().then(preview).catch(fail).then(() => { document.body.dataset.ready = "yes"; });
