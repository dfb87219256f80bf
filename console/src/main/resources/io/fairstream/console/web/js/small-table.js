/** A table of some rows that an answer already has: without sorting or windows. */

import { el } from './dom.js';
import { localTime } from './durations.js';
import { exactField } from './exact.js';
import { linkOf } from './links.js';

/**
 * @param {string} label
 * @param {import('./api.js').Answer} answer
 * @param {string|undefined} part
 * @param {string[]} [names] of columns, in this order; without it those that people see
 * @param {Object<string, string>} [headers] in the stead of the usual
 */
export function partTable(label, answer, part, names, headers = {}) {
  const entries = answer.entries(part);
  const section = answer.tables.find(table => table.rows.some(row => row.fields === entries[0]?.fields));
  const columns = (section?.columns ?? []).filter(column => (names ? names.includes(column.name) : column.shown));
  if (names) {
    columns.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
  }
  const align = column => (column.number ? 'number' : null);
  return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': `${label}, table` },
    el('table', { class: 'plain-table' },
      el('caption', { class: 'visually-hidden' }, label),
      el('thead', null, el('tr', null, columns.map(column => el('th', { scope: 'col', class: align(column), 'data-column': column.name }, headers[column.name] ?? column.header.replaceAll('\n', ' '))))),
      el('tbody', null, entries.map(({ fields, cell }, i) => el('tr', { 'data-row': i }, columns.map(column => {
        const exact = exactField(fields, column.name);
        const href = linkOf(column.name, fields);
        const shown = localTime(cell(column.name));
        return el('td', { class: align(column), 'data-column': column.name, 'data-value': exact, title: exact }, href && shown ? el('a', { href }, shown) : shown);
      }))))));
}
