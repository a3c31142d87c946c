// What every page has: words for the ear, failures, dark or light.

import { learn, t } from "./words.js";

export const $ = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, what] of Object.entries(value)) made.addEventListener(event, what);
    else if (name === "class") made.className = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// What the page begins with, written into it by the server.
export const begin = JSON.parse($("begin")?.textContent || "{}");
learn(begin.words || {});
$("language").addEventListener("change", () => {
  document.cookie = `language=${$("language").value}; path=/; max-age=31536000; samesite=strict`;
  window.location.reload();
});

// The sizes of a game as choices of a list, its levels named.
export function sizeChoices(game) {
  return game.sizes.map((size) => make("option", {
    value: size,
    label: game.levels[size] ? t("Level {number}", { number: game.levels[size] }) : null,
  }));
}

// Say something to those who do not see the page. What is said soon after, such as the verdict on a
// move, is put behind it: nothing is taken away before it can be read out.
const SAID_LAST = 4;
export function say(text) {
  const live = $("live");
  live.append(make("span", {}, `${text} `));
  while (live.children.length > SAID_LAST) live.firstElementChild.remove();
}

export function fail(error) {
  if (error?.name === "AbortError") return;
  if (!error?.lines) console.error(error);
  const lines = error?.lines || [t("Something went wrong on this page; please load it again.")];
  const box = $("failure");
  const close = make("button", { type: "button", class: "plain", on: { click: () => { box.hidden = true; } } }, t("Close"));
  box.replaceChildren(make("ul", {}, ...lines.slice(0, 12).map((line) => make("li", {}, line))), close);
  box.hidden = false;
}

export function noFailure() {
  $("failure").hidden = true;
}

// Run an event's handler, and say in words what goes wrong.
export function safely(work) {
  return async (...given) => {
    try {
      noFailure();
      await work(...given);
    } catch (error) {
      fail(error);
    }
  };
}

// An SVG text of the server's as an element; nothing in it can run.
export function picture(text, alt) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  if (alt === undefined) {
    svg.querySelector("title")?.remove();
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", alt);
  }
  return svg;
}

const THEMES = ["auto", "dark", "light"];

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const told = { auto: t("Colours: as the system"), dark: t("Colours: dark"), light: t("Colours: light") };
  $("theme").textContent = told[theme];
}

const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
let theme = THEMES.includes(stored) ? stored : "auto";
showTheme(theme);
$("theme").addEventListener("click", () => {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  try { localStorage.setItem("theme", theme); } catch { /* not kept, then */ }
  showTheme(theme);
});
