/** What is in use, by whom: a square for each unit while there are few, segments when there are many. */

import { colourOf } from '../colours.js';
import { el, text } from '../dom.js';
import { address } from '../router.js';

const MOST_SQUARES = 1000;
const MOST_LARGE = 300;
const NAMED = 14;

/** How many squares each has: whole numbers in the proportion of the weights. */
export function squaresOf(holders) {
  return holders.map(({ name, weight }) => ({ name, count: Math.max(1, Math.round(weight)) }));
}

const isSquares = (holders, total) => total <= MOST_SQUARES && holders.every(({ weight }) => Math.abs(weight - Math.round(weight)) < 1e-9);

function squares(holders) {
  return squaresOf(holders).flatMap(({ name, count }) =>
    Array.from({ length: count }, () => el('i', { style: { '--c': colourOf(name) }, 'data-name': name })));
}

const segments = (holders, total) =>
  holders.map(({ name, weight }) => el('i', { style: { '--c': colourOf(name), 'flex-grow': weight / total }, title: `${name} ${weight}` }));

/**
 * @param {HTMLElement} node
 * @param {Array<{name: string, weight: number, shown: string}>} holders the most first
 */
export function drawStrip(node, holders) {
  const total = holders.reduce((sum, it) => sum + it.weight, 0);
  const isSmall = isSquares(holders, total);
  const signature = JSON.stringify([isSmall, holders.map(it => [it.name, it.weight])]);
  if (node.dataset.signature === signature) {
    return;
  }
  node.dataset.signature = signature;
  const words = holders.slice(0, NAMED).map(it => `${it.name} ${it.shown}`).join(', ');
  const field = el('div', { class: isSmall ? `strip squares${total > MOST_LARGE ? ' small' : ''}` : 'strip segments', role: 'img', 'aria-label': `In use: ${words}` },
    isSmall ? squares(holders) : segments(holders, total));
  const legend = el('ul', { class: 'legend' },
    holders.slice(0, NAMED).map(it => el('li', null, el('i', { style: { '--c': colourOf(it.name) } }),
      el('a', { href: address('/customer', it.name) }, it.name), el('span', { class: 'strong' }, it.shown))),
    holders.length > NAMED && el('li', { class: 'faint' }, `and ${holders.length - NAMED} more`));
  node.replaceChildren(field, legend);
  legend.addEventListener('pointerover', event => mark(field, event.target.closest('li')?.querySelector('a')?.textContent));
  legend.addEventListener('pointerleave', () => mark(field, undefined));
}

function mark(field, name) {
  field.classList.toggle('marking', name !== undefined && field.classList.contains('squares'));
  for (const square of field.children) {
    square.classList.toggle('marked', square.dataset.name === name);
  }
}

/** What one holds against what one is owed, both as parts of all: a bar and a mark. */
export function drawBullet(td, holds, owed) {
  if (!td.firstChild) {
    td.append(el('span', { class: 'bullet', 'aria-hidden': 'true' }, el('b'), el('s')), el('span', { class: 'bullet-text' }));
  }
  const [bar, mark] = td.firstChild.children;
  bar.style.width = `${Math.min(100, holds * 100)}%`;
  mark.style.left = `${Math.min(99, (owed ?? 0) * 100)}%`;
  mark.style.display = owed === undefined ? 'none' : '';
  const percent = value => `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`;
  text(td.lastChild, owed === undefined ? `holds ${percent(holds)}` : `holds ${percent(holds)}, owed ${percent(owed)}`);
}
