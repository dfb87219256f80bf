/** A colour for a name, the same on every screen, at every visit and for everybody who looks. A label always stands beside it. */

const HUES = 360;

/** Spread over all bits, so that names that differ by a letter have colours that differ. */
function hash(text) {
  let value = 2166136261;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 16777619);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Made of the name alone: one of 360 hues in one of two shades of the theme. */
export function colourOf(name) {
  const value = hash(name);
  return `oklch(var(--person-${value % 2}) ${(value >>> 1) % HUES})`;
}
