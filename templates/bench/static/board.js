// A board that can be pressed: the server's drawing, and a button over each of its spots.
// It knows no rules: it tells which spot was pressed, and shows and animates what comes back.

import { make, picture } from "./page.js";

const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // onPress(id) is called with the spot's id; name: what the board is called for the ear.
  constructor(onPress, name = "") {
    this.onPress = onPress;
    this.name = name;
    this.kinds = new Set();
    this.spots = new Map();
    this.buttons = new Map();
    this.sheet = make("div", { class: "sheet" });
    this.over = make("div", { class: "spots" });
    this.ghosts = make("div", { class: "ghosts", "aria-hidden": "true" });
    this.element = make("div", { class: "board", role: "group" }, this.sheet, this.over, this.ghosts);
    this.over.addEventListener("keydown", (event) => this.moved(event));
    this.over.addEventListener("focusin", (event) => this.entered(event.target));
  }

  // Show a board as the server gave it; kinds: which spots can be pressed.
  show(view, kinds) {
    const before = this.spots;
    this.view = view;
    this.kinds = new Set(kinds);
    this.element.style.aspectRatio = `${view.width} / ${view.height}`;
    this.element.style.setProperty("--aspect", view.width / view.height);
    this.element.setAttribute("aria-label", [this.name, view.alt].filter(Boolean).join(" "));
    this.spots = new Map(view.spots.map(([id, kind, x, y, size, mark, label]) => [id, { id, kind, x, y, size, mark, label }]));
    this.draw(view.svg);
    this.place();
    if (before.size && [...this.spots.keys()].join() === [...before.keys()].join()) this.animate(before);
  }

  draw(svg) {
    const old = this.sheet.firstElementChild;
    this.sheet.querySelectorAll(".old").forEach((gone) => gone.remove());
    this.sheet.prepend(picture(svg));
    if (!old || still.matches) { old?.remove(); return; }
    old.classList.add("old");
    old.addEventListener("animationend", () => old.remove(), { once: true });
    window.setTimeout(() => old.remove(), 600);
  }

  place() {
    const known = [...this.buttons.keys()].join();
    const wanted = [...this.spots.values()].filter((spot) => this.kinds.has(spot.kind));
    if (known !== wanted.map((spot) => spot.id).join()) {
      const held = this.over.contains(document.activeElement) ? this.current : null;
      this.buttons.clear();
      this.over.replaceChildren(...wanted.map((spot) => this.button(spot)));
      if (!this.buttons.has(this.current)) this.current = wanted[0]?.id;
      if (held) this.buttons.get(this.current)?.focus();
    }
    for (const [id, button] of this.buttons) {
      const spot = this.spots.get(id);
      button.setAttribute("aria-label", spot.label);
      button.dataset.mark = spot.mark;
      button.tabIndex = id === this.current ? 0 : -1;
    }
  }

  button(spot) {
    const made = make("button", { type: "button", class: `spot ${spot.kind}`, "data-spot": spot.id });
    this.put(made, spot, spot.size);
    made.addEventListener("click", () => this.onPress(spot.id));
    this.buttons.set(spot.id, made);
    return made;
  }

  put(element, spot, size) {
    const { width, height } = this.view;
    element.style.left = `${(100 * (spot.x - size / 2)) / width}%`;
    element.style.top = `${(100 * (spot.y - size / 2)) / height}%`;
    element.style.width = `${(100 * size) / width}%`;
    element.style.height = `${(100 * size) / height}%`;
  }

  entered(button) {
    if (!button.dataset.spot) return;
    const last = this.buttons.get(this.current);
    if (last) last.tabIndex = -1;
    this.current = button.dataset.spot;
    button.tabIndex = 0;
  }

  // Arrows go to the nearest spot in their direction; Enter and Space press, as on any button.
  moved(event) {
    const direction = ARROWS[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const here = this.spots.get(this.current);
    let best = null;
    for (const id of this.buttons.keys()) {
      const spot = this.spots.get(id);
      const along = (spot.x - here.x) * direction[0] + (spot.y - here.y) * direction[1];
      const aside = Math.abs((spot.x - here.x) * direction[1]) + Math.abs((spot.y - here.y) * direction[0]);
      if (along < 0.5 || aside > along * 1.8) continue;
      const far = along + 2.2 * aside;
      if (!best || far < best.far) best = { id, far };
    }
    if (best) this.buttons.get(best.id).focus();
  }

  focus() {
    this.buttons.get(this.current)?.focus();
  }

  // What changed since the last time: falling crossings fall, new stones appear, pieces move.
  animate(before) {
    this.ghosts.replaceChildren();
    if (still.matches) return;
    const changed = [...this.spots.values()].filter((spot) => before.get(spot.id)?.mark !== spot.mark);
    if (changed.length > 30) return;
    const pieces = changed.filter((spot) => spot.kind === "cell");
    if (pieces.length === 2 && changed.some((spot) => spot.mark === "filled")) {
      pieces.forEach((spot, i) => this.slide(before.get(pieces[1 - i].id), spot));
    }
    let falling = 0;
    for (const spot of changed) {
      if (spot.kind === "cell" && pieces.length === 2) continue;
      if (spot.mark === "fallen") this.ghost(spot, "falls", 60 * falling++);
      else if (!["open", "empty", "none"].includes(spot.mark)) this.ghost(spot, "appears", 0);
    }
  }

  ghost(spot, name, delay) {
    const made = make("span", { class: `ghost ${name}`, "data-mark": spot.mark });
    this.put(made, spot, spot.size * 0.5);
    made.style.animationDelay = `${delay}ms`;
    made.addEventListener("animationend", () => made.remove(), { once: true });
    this.ghosts.append(made);
  }

  slide(from, to) {
    if (from.mark === "empty") return;
    const made = make("span", { class: "ghost piece", "data-mark": from.mark }, from.mark.toUpperCase());
    this.put(made, to, to.size * 0.78);
    this.ghosts.append(made);
    const box = this.element.getBoundingClientRect();
    const dx = ((from.x - to.x) / this.view.width) * box.width;
    const dy = ((from.y - to.y) / this.view.height) * box.height;
    made.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 320, easing: "ease-in-out" })
      .finished.catch(() => {}).then(() => made.remove());
  }
}
