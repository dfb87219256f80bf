/** A ring of parts of a whole, each with a label in the legend beside it. */

import { colourOf } from '../colours.js';
import { svg } from '../dom.js';

const TURN = 2 * Math.PI;

/**
 * Where each part begins and ends, in turns from the top, clockwise. Parts that do not fill the whole leave the rest open. Pure.
 *
 * @param {number[]} values at least 0
 * @param {number} whole
 */
export function arcs(values, whole) {
  let at = 0;
  return values.map(value => {
    const from = at;
    at += whole > 0 ? value / whole : 0;
    return { from, to: at };
  });
}

/** The `d` of a ring's piece; a whole ring is two halves. */
export function arcPath({ from, to }, inner, outer) {
  if (to - from >= 1 - 1e-9) {
    return arcPath({ from, to: from + 0.5 }, inner, outer) + arcPath({ from: from + 0.5, to: from + 1 - 1e-6 }, inner, outer);
  }
  const point = (turn, radius) => `${(Math.sin(turn * TURN) * radius).toFixed(3)} ${(-Math.cos(turn * TURN) * radius).toFixed(3)}`;
  const large = to - from > 0.5 ? 1 : 0;
  return `M${point(from, outer)}A${outer} ${outer} 0 ${large} 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 ${large} 0 ${point(from, inner)}Z`;
}

const ring = (parts, whole, inner, outer, kind) =>
  arcs(parts.map(it => it.value), whole).map((arc, i) =>
    arc.to > arc.from && svg('path', { d: arcPath(arc, inner, outer), class: `arc ${kind}`, style: { fill: colourOf(parts[i].name) } }, svg('title', null, `${parts[i].name}: ${parts[i].shown}`)));

/**
 * @param {string} label
 * @param {Array<{parts: Array<{name: string, value: number, shown: string}>, whole: number}>} rings from the outside in
 */
export function pie(label, rings) {
  const width = 0.26;
  return svg('svg', { class: 'pie', viewBox: '-1.02 -1.02 2.04 2.04', role: 'img', 'aria-label': label },
    svg('circle', { r: 1, class: 'plate' }),
    rings.map(({ parts, whole }, i) => ring(parts, whole, 1 - (i + 1) * width - i * 0.04, 1 - i * (width + 0.04), i === 0 ? 'outer' : 'inner')));
}
