/** Parts that add up to a number: each bar begins where the one before it ends. */

import { el } from '../dom.js';
import { exactText } from '../exact.js';

/**
 * Where each bar stands, as parts of the widest extent of the running sum. Pure.
 *
 * @param {number[]} values may be negative
 * @returns {{bars: Array<{left: number, width: number}>, total: {left: number, width: number}, sum: number}}
 */
export function layout(values) {
  let running = 0;
  const spans = values.map(value => {
    const from = running;
    running += value;
    return [Math.min(from, running), Math.max(from, running)];
  });
  const low = Math.min(0, ...spans.map(([start]) => start));
  const high = Math.max(0, ...spans.map(([, end]) => end));
  const extent = high - low || 1;
  const place = ([start, end]) => ({ left: (start - low) / extent, width: (end - start) / extent });
  return { bars: spans.map(place), total: place([Math.min(0, running), Math.max(0, running)]), sum: running };
}

const percent = part => `${(part * 100).toFixed(3)}%`;

const bar = (place, kind) =>
  el('span', { class: 'fall', 'aria-hidden': 'true' }, el('b', { class: kind, style: { left: percent(place.left), width: `max(2px, ${percent(place.width)})` } }));

/**
 * A table of parts with bars, and their sum below.
 *
 * @param {{label: string, columns: Array<{header: string, number?: boolean}>, value: string, unit: string, total: {name: string, exact: string, shown: string}}} about
 * @param {Array<{fields: object, cells: Array<string|Node>, kind: string}>} parts
 */
export function waterfall(about, parts) {
  const { bars, total } = layout(parts.map(({ fields }) => fields[about.value] ?? 0));
  const cell = (content, column, name, exact) =>
    el('td', { class: column.number ? 'number' : null, 'data-column': name, 'data-value': exact, title: exact }, content);
  return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': `${about.label}, table` },
    el('table', { class: 'waterfall' },
      el('caption', { class: 'visually-hidden' }, about.label),
      el('thead', null, el('tr', null, about.columns.map(it => el('th', { scope: 'col', class: it.number ? 'number' : null }, it.header)), el('th', { scope: 'col' }, about.unit))),
      el('tbody', null, parts.map((part, i) =>
        el('tr', { 'data-row': i, 'data-part': part.kind },
          part.cells.map((content, c) => {
            const column = about.columns[c];
            return cell(content, column, column.name, column.name === undefined ? null : exactText(part.fields, column.name));
          }),
          el('td', { class: 'fall-cell' }, bar(bars[i], part.kind))))),
      el('tfoot', null, el('tr', null,
        about.columns.map((column, c) => (c === 0 ? el('td', null, about.total.name)
          : column.name === about.value ? el('td', { class: 'number', 'data-value': about.total.exact, title: about.total.exact }, about.total.shown)
          : el('td'))),
        el('td', { class: 'fall-cell' }, bar(total, 'total'))))));
}
