/** Rows of bars whose pieces add up, with a legend and labels; and bars to both sides of a line. */

import { el } from '../dom.js';

const PATTERNS = 4;

const legend = names => el('ul', { class: 'legend' }, names.map((name, i) => el('li', null, el('i', { class: `pattern${i % PATTERNS}`, style: { '--c': colourOfPiece(name, i) } }), name)));

const FIXED = { used: '--used', system: '--system', idle: '--idle', down: '--down', reserved: '--reserved' };
const colourOfPiece = (name, i) => `var(${FIXED[name.toLowerCase()] ?? `--c${i % 12}`})`;

/** Parts of the widest total, each at least 0. Pure. */
export function pieces(rows, names) {
  const most = Math.max(...rows.map(row => names.reduce((sum, name) => sum + Math.max(0, row.values[name] ?? 0), 0)), 0) || 1;
  return rows.map(row => names.map(name => Math.max(0, row.values[name] ?? 0) / most));
}

/**
 * @param {string} label
 * @param {string[]} names of the pieces
 * @param {Array<{label: string|Node, values: Object<string, number>, shown: string, title?: Object<string, string>}>} rows
 */
export function stackedBars(label, names, rows) {
  const parts = pieces(rows, names);
  return el('figure', { class: 'stacks', 'aria-label': label },
    legend(names),
    el('div', { class: 'stack-rows' }, rows.map((row, r) => [
      el('span', { class: 'stack-label' }, row.label),
      el('span', { class: 'stack', role: 'img', 'aria-label': names.map(name => `${name} ${row.title?.[name] ?? row.values[name] ?? 0}`).join(', ') },
        names.map((name, i) => parts[r][i] > 0 && el('b', { class: `pattern${i % PATTERNS}`, style: { width: `${(parts[r][i] * 100).toFixed(3)}%`, '--c': colourOfPiece(name, i) }, title: `${name} ${row.title?.[name] ?? row.values[name]}` }))),
      el('span', { class: 'stack-value' }, row.shown)])));
}

/** Bars to the left of a line for losers, to the right for winners; each has its sign and text. */
export function divergingBars(label, rows) {
  const most = Math.max(...rows.map(it => Math.abs(it.value)), 0) || 1;
  return el('figure', { class: 'diverging', 'aria-label': label },
    el('div', { class: 'diverging-rows' }, rows.map(({ label: name, value, shown, exact }) => [
      el('span', { class: 'stack-label' }, name),
      el('span', { class: 'two-sided', 'aria-hidden': 'true' }, el('b', { class: value < 0 ? 'loses' : 'gains', style: { width: `${(Math.abs(value) / most) * 50}%` } })),
      el('span', { class: `stack-value ${value < 0 ? 'bad' : value > 0 ? 'good' : ''}`, title: exact, 'data-value': exact }, `${value < 0 ? '▼' : value > 0 ? '▲' : '='} ${shown}`)])));
}
