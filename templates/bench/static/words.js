// The page's own words. `t` with a sentence and what fills its places gives the sentence in the page's language;
// the sentence itself, in English, is the name it is looked up by.

const catalogue = {};

export function learn(words) {
  Object.assign(catalogue, words);
}

export function t(sentence, values = {}) {
  const told = catalogue[sentence] || sentence;
  return told.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
