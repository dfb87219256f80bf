/** A colour for a name, the same on every screen as long as the page is open. A label always stands beside it. */

const COLOURS = 12;
const given = new Map();

function hash(text) {
  let value = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  }
  return value >>> 0;
}

/** The first dozen names each have a colour of their own; later ones share. */
export function colourOf(name) {
  if (!given.has(name)) {
    given.set(name, given.size < COLOURS ? given.size : hash(name) % COLOURS);
  }
  return `var(--c${given.get(name)})`;
}
