// How pages talk to the server: JSON questions, jobs with progress, files to save.

import { t } from "./words.js";

export class Refusal extends Error {
  // lines: what is wrong, a sentence each.
  constructor(lines, status) {
    super(lines.join("\n"));
    this.lines = lines;
    this.status = status;
  }
}

const lost = () => t("The bench does not answer. Is crossfall serve still running?");

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal([lost()], 0);
  }
  if (!answer.ok) {
    let lines = [t("The bench answered {status}.", { status: answer.status })];
    try {
      lines = (await answer.json()).error || lines;
    } catch { /* not JSON: the status must do */ }
    throw new Refusal(lines, answer.status);
  }
  return answer;
}

// The server cuts off what is larger, and then a browser knows no more than that nobody answered.
const MOST_TEXT = 250_000;
const MOST_FILE = 16_000_000;

function fitting(size, most) {
  if (size <= most) return;
  throw new Refusal([t("That is too large: {size} kB; the bench takes {most} kB.", { size: Math.ceil(size / 1000), most: most / 1000 })], 413);
}

function posted(body, signal) {
  const text = JSON.stringify(body);
  fitting(new Blob([text]).size, MOST_TEXT);
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: text,
    signal,
  };
}

export async function get(path) {
  return (await ask(path, {})).json();
}

export async function call(path, body, signal) {
  return (await ask(path, posted(body, signal))).json();
}

// The bytes of a dropped file, as they are.
export async function sendFile(path, file) {
  fitting(file.size, MOST_FILE);
  const options = {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  };
  return (await ask(path, options)).json();
}

// Have a file made, and let the browser save it.
export async function saveFile(path, body, name) {
  const blob = await (await ask(path, posted(body))).blob();
  saveAs(URL.createObjectURL(blob), name);
}

export function saveAs(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

// A job from beginning to end. onNews is told of every change ({state, said, share, pieces}, the
// pieces being new ones); the end is returned, or thrown as a Refusal. Aborting `signal` kills it.
export async function job(name, args, { onNews = () => {}, signal, wait = 1 } = {}) {
  let seen = 0;
  let news = await call(`/api/jobs/${name}?wait=${wait}`, args, signal);
  const cancel = () => fetch(`/api/jobs/${news.job}`, { method: "DELETE", keepalive: true }).catch(() => {});
  if (signal) {
    if (signal.aborted) { cancel(); throw new DOMException("cancelled", "AbortError"); }
    signal.addEventListener("abort", cancel, { once: true });
  }
  const leaving = () => cancel();
  window.addEventListener("pagehide", leaving, { once: true });
  try {
    for (;;) {
      seen += news.pieces.length;
      onNews(news);
      if (!["waiting", "running"].includes(news.state)) break;
      news = await (await ask(`/api/jobs/${news.job}?wait=15&since=${seen}`, { signal })).json();
    }
  } finally {
    if (signal) signal.removeEventListener("abort", cancel);
    window.removeEventListener("pagehide", leaving);
  }
  if (news.state !== "done") {
    const refusal = new Refusal(news.error.length ? news.error : [news.state], 200);
    refusal.state = news.state;
    throw refusal;
  }
  return { ...news.result, job: news.job, files: news.files };
}
