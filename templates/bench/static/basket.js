// The puzzles kept for a sheet: in this browser, shared by all pages of the bench.

const KEY = "crossfall-basket";
const listeners = [];

export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function keepAll(states) {
  try {
    localStorage.setItem(KEY, JSON.stringify(states));
  } catch { /* private windows keep nothing */ }
  listeners.forEach((listener) => listener(states));
}

export function keep(state) {
  keepAll([...kept(), state]);
}

export function onKept(listener) {
  listeners.push(listener);
  window.addEventListener("storage", (event) => { if (event.key === KEY) listener(kept()); });
}
