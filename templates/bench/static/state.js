// A puzzle as the address holds it, and what was before and after it (undo and redo).

// The bare one-line position comes first, so that `#roadworks:4x4:c4,e2` is an address too.
export function toAddress(state) {
  const parts = [state.lines.map((line) => encodeURI(line).replace(/#/g, "%23").replace(/&/g, "%26")).join(";")];
  const more = { task: state.task, placed: state.placed, owners: state.owners, ...state.fields };
  for (const [name, value] of Object.entries(more)) {
    if (value === "" || value === undefined || value === null) continue;
    const text = typeof value === "string" ? value : `json:${JSON.stringify(value)}`;
    parts.push(`${name}=${encodeURIComponent(text)}`);
  }
  return `#${parts.join("&")}`;
}

export function fromAddress(hash) {
  const [lines, ...parts] = hash.replace(/^#/, "").split("&");
  if (!lines) return null;
  const state = { lines: [], task: "", placed: "", owners: "", fields: {} };
  try {
    state.lines = decodeURIComponent(lines).split(";");
    for (const part of parts) {
      const [name, ...rest] = part.split("=");
      const text = decodeURIComponent(rest.join("="));
      const value = text.startsWith("json:") ? JSON.parse(text.slice(5)) : text;
      if (["task", "placed", "owners"].includes(name)) state[name] = value;
      else state.fields[name] = value;
    }
  } catch {
    return null;
  }
  return state;
}

export class History {
  constructor() {
    this.past = [];
    this.future = [];
    this.now = null;
  }

  push(view) {
    if (this.now) this.past.push(this.now);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
    this.now = view;
  }

  // The same step, told anew (another task, another title).
  replace(view) {
    this.now = view;
  }

  undo() {
    if (!this.past.length) return false;
    this.future.push(this.now);
    this.now = this.past.pop();
    return true;
  }

  redo() {
    if (!this.future.length) return false;
    this.past.push(this.now);
    this.now = this.future.pop();
    return true;
  }
}
