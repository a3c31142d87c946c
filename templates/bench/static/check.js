// The verdict beside the board: it follows every press; answers stay hidden until they are asked for.

import { job } from "./api.js";
import { begin, make, picture, say } from "./page.js";
import { t } from "./words.js";

const VERDICTS = {
  sound: () => t("Sound: exactly one answer."),
  flawed: () => t("Not sound yet."),
  unknown: () => t("Unknown: the search did not end."),
};

const CODES = {
  "impossible-position": () => t("Impossible position"),
  "game-over": () => t("The game is over"),
  "no-answer": () => t("No answer"),
  "several-answers": () => t("Several answers"),
  "wrong-answer": () => t("Wrong answer"),
  "too-easy": () => t("Too easy"),
  "too-hard": () => t("Too hard"),
  "not-minimal": () => t("Needless stones"),
  "depends-on-rules": () => t("Depends on the rules"),
  "unproven-play": () => t("No line of play was found"),
};
const SEVERITIES = { error: () => t("Error"), warning: () => t("Warning") };

export class Check {
  // element: where the verdict goes. onLook(line): show a line of play, {move, told, steps}.
  // onLoad(state): take over another puzzle. onAnswer(answer): show an answer on the board.
  constructor(element, { onLook = () => {}, onLoad = () => {}, onAnswer = () => {} } = {}) {
    this.element = element;
    this.onLook = onLook;
    this.onLoad = onLoad;
    this.onAnswer = onAnswer;
    this.shown = false; // whether answers are to be seen
    this.running = null;
  }

  // Judge a state; a check that still runs is cancelled.
  async follow(state) {
    this.running?.abort();
    const mine = (this.running = new AbortController());
    this.digging?.abort();
    this.element.querySelector(".extra")?.remove();
    this.state = state;
    this.shown = false;
    this.element.setAttribute("aria-busy", "true");
    const slow = window.setTimeout(() => this.wait(mine), 250);
    try {
      const done = await job("check", { state, language: begin.language }, {
        signal: mine.signal,
        onNews: (news) => { for (const piece of news.pieces) if (!mine.signal.aborted) this.show(piece, false); },
      });
      if (!mine.signal.aborted) this.show(done, true);
    } catch (error) {
      if (mine.signal.aborted || error.name === "AbortError") return;
      if (!error.lines) throw error;
      this.refused(error.lines, error.state);
    } finally {
      window.clearTimeout(slow);
      if (this.running === mine) {
        this.running = null;
        this.element.setAttribute("aria-busy", "false");
      }
    }
  }

  wait(mine) {
    if (mine.signal.aborted) return;
    const stop = make("button", { type: "button", on: { click: () => { mine.abort(); this.refused([t("The check was stopped.")]); } } }, t("Stop"));
    this.element.replaceChildren(make("p", { class: "verdict" }, t("Checking …"), " ", stop));
  }

  refused(lines, state) {
    const head = state === "unknown" ? VERDICTS.unknown() : t("No puzzle yet.");
    this.element.replaceChildren(
      make("p", { class: "verdict", "data-verdict": "unknown" }, head),
      make("ul", { class: "problems" }, ...lines.map((line) => make("li", {}, line))),
    );
  }

  show(found, complete) {
    this.found = found;
    const extra = this.element.querySelector(".extra");
    const parts = [
      make("p", { class: "verdict", "data-verdict": found.verdict }, VERDICTS[found.verdict]()),
      found.question ? make("p", { class: "question" }, found.question) : null,
      this.problems([...found.problems, ...(found.advice || [])]),
      this.answers(found),
      complete && found.notes?.length ? make("ul", { class: "notes", lang: "en" }, ...found.notes.map((note) => make("li", {}, note))) : null,
      complete ? extra || this.extras(found) : null,
    ];
    this.element.replaceChildren(...parts.filter(Boolean));
    this.element.dataset.complete = complete ? "yes" : "no";
    if (complete) say([VERDICTS[found.verdict](), ...found.problems.map((problem) => problem.message)].join(" "));
  }

  problems(problems) {
    if (!problems.length) return null;
    // What names the answers would give them away.
    const hidden = (problem) => !this.shown && ["several-answers", "wrong-answer", "not-minimal"].includes(problem.code);
    return make("ul", { class: "problems" }, ...problems.map((problem) => make(
      "li",
      { "data-severity": problem.severity },
      make("strong", {}, `${SEVERITIES[problem.severity]?.() || problem.severity}: ${CODES[problem.code]?.() || problem.code}.`),
      " ",
      hidden(problem) ? t("(show the answers to read more)") : make("span", { lang: "en" }, problem.message),
      " ",
      make("code", {}, problem.code),
    )), begin.language === "en" ? null : make("li", { class: "quiet" }, t("The checker tells details in English.")));
  }

  answers(found) {
    if (!found.answers.length) return null;
    const flip = make("button", { type: "button", "aria-expanded": String(this.shown), id: "answers-button", on: { click: () => {
      this.shown = !this.shown;
      this.show(found, this.element.dataset.complete === "yes");
      document.getElementById("answers-button")?.focus();
    } } }, this.shown ? t("Hide the answers") : found.count === 1 ? t("Show the answer") : t("Show all {count} answers", { count: found.count }));
    if (!this.shown) return make("div", { class: "answers" }, flip);
    const more = found.count - found.answers.length;
    const list = make("ol", { class: "answer-list" }, ...found.answers.map((answer) => make(
      "li",
      {},
      make("strong", {}, answer.text),
      answer.boards.length ? make("button", { type: "button", class: "plain", on: { click: () => this.onAnswer(answer) } }, t("Show on the board")) : "",
      ...answer.boards.map((board) => make("div", { class: "sheet small" }, picture(board.svg, board.alt))),
    )));
    const key = (found.key || []).map((runs) => make("p", { class: "key" }, ...runs.map((run) => make(
      { bold: "strong", italic: "em" }[run.style] || "span", {}, run.text,
    ))));
    return make("div", { class: "answers" }, flip, list, more > 0 ? make("p", {}, t("And {count} more.", { count: more })) : null, ...key);
  }

  // --- what takes longer, and is asked for ------------------------------------------------------

  extras(found) {
    const impossible = found.problems.some((problem) => ["impossible-position", "game-over"].includes(problem.code));
    const buttons = [];
    const place = make("div", { class: "dug" });
    const ask = (text, dig) => buttons.push(make("button", { type: "button", on: { click: () => this.dig(place, dig) } }, text));
    if (found.proven && !impossible) ask(t("Step through answers and tries"), (told) => this.lines(told));
    if (found.verdict === "flawed") ask(t("Nearest sound puzzles"), (told) => this.repairs(told));
    if (found.verdict === "sound") ask(t("Twins: small changes, other answers"), (told) => this.twins(told));
    return make("div", { class: "extra" }, make("div", { class: "bar" }, ...buttons), place);
  }

  async dig(place, work) {
    this.digging?.abort();
    const mine = (this.digging = new AbortController());
    const progress = make("p", { class: "quiet", role: "status" }, t("Searching …"));
    const stop = make("button", { type: "button", on: { click: () => mine.abort() } }, t("Stop"));
    const list = make("ul", { class: "lines" });
    place.replaceChildren(make("div", { class: "bar" }, progress, stop), list);
    const told = { list, signal: mine.signal, say: (text) => { progress.textContent = text; } };
    try {
      await work(told);
    } catch (error) {
      if (error.name === "AbortError") told.say(t("Stopped."));
      else if (error.lines) told.say(error.lines.join(" "));
      else throw error;
    } finally {
      stop.remove();
    }
  }

  async lines(told) {
    const onNews = (news) => {
      for (const line of news.pieces) {
        const button = make("button", { type: "button", class: "plain", on: { click: () => this.onLook(line) } }, line.move);
        const sign = line.right ? t("right") : t("wrong");
        told.list.append(make("li", { "data-right": String(line.right) }, make("span", { class: "sign" }, sign), button, " ", line.told));
      }
    };
    const done = await job("lines", { state: this.state }, { signal: told.signal, onNews });
    told.say(done.count ? t("Press a move to see it on the board.") : t("There is nothing to step through in this task."));
  }

  async repairs(told) {
    const done = await job("repair", { state: this.state }, { signal: told.signal, onNews: (news) => { if (news.said) told.say(news.said); } });
    const all = [...done.nearest, ...done.others];
    told.list.replaceChildren(...all.map((one) => make("li", {}, this.other(one), one.warnings.length ? ` (${one.warnings.join(", ")})` : "")));
    if (!all.length) told.say(done.proven ? t("No sound puzzle is near: proven.") : t("No sound puzzle was found near it."));
    else told.say(done.proven ? t("The nearest sound puzzles; press one to take it.") : t("There may be others as near; press one to take it."));
  }

  async twins(told) {
    const done = await job("check", { state: this.state, twins: true, language: begin.language }, { signal: told.signal });
    told.list.replaceChildren(...(done.twins || []).map((one) => make("li", {}, this.other(one))));
    told.say(done.twins?.length ? t("One fence changed, another answer; press one to take it.") : t("There are none."));
  }

  other(one) {
    return make("button", { type: "button", class: "plain", on: { click: () => this.onLoad(one.state) } }, one.told);
  }
}
