/** One thing's time: bars of who held it, with what a late event has replaced in a lane below. */

import { colourOf } from '../colours.js';
import { el } from '../dom.js';
import { localTime } from '../durations.js';
import { linear, ticks } from './scale.js';

const STEPS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400, 7 * 86400, 14 * 86400, 30 * 86400];

/** Round instants between two, in seconds, about six. Pure. */
export function timeTicks(from, to) {
  const step = STEPS.find(it => (to - from) / it <= 7) ?? ticks(from, to, 6)[1] - ticks(from, to, 6)[0];
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, i) => first + i * step);
}

/**
 * The spans that count, and those that were replaced or withdrawn: of each start the highest revision counts. Pure.
 *
 * @param {Array<{customer: string, start: string, end?: string, revision?: number, withdrawn?: boolean}>} rows
 */
export function lanes(rows) {
  const newest = new Map();
  for (const row of rows) {
    const key = `${row.start} ${row.matchId ?? ''}`;
    if ((newest.get(key)?.revision ?? -1) < (row.revision ?? 0)) {
      newest.set(key, row);
    }
  }
  const counts = new Set(newest.values());
  const isCounted = row => counts.has(row) && !row.withdrawn;
  return { counted: rows.filter(isCounted), replaced: rows.filter(row => !isCounted(row)) };
}

const seconds = text => Date.parse(text) / 1000;

/** @param {string} label @param {object[]} rows of match-records and open matches @param {string} at the present */
export function timeline(label, rows, at) {
  const until = row => seconds(row.end ?? at);
  const from = Math.min(...rows.map(row => seconds(row.start)));
  const to = Math.max(...rows.map(until), from + 60);
  const x = linear(from, to, 0, 100);
  const { counted, replaced } = lanes(rows);
  const bar = (row, isReplaced) => {
    const isCorrected = !isReplaced && (row.revision ?? 1) > 1;
    const words = `${row.customer}, ${localTime(row.start)} to ${row.end ? localTime(row.end) : 'now'}${isReplaced ? ', replaced' : isCorrected ? `, corrected by a late event, revision ${row.revision}` : ''}`;
    return el('li', { class: `span ${isReplaced ? 'replaced' : ''} ${row.end ? '' : 'open'}`, title: words, style: { left: `${x(seconds(row.start))}%`, width: `max(3px, ${x(until(row)) - x(seconds(row.start))}%)`, '--c': colourOf(row.customer) } },
      el('span', null, isCorrected && '◆ ', row.customer), el('span', { class: 'visually-hidden' }, words));
  };
  return el('figure', { class: 'timeline', 'aria-label': label },
    el('ul', { class: 'lane', 'aria-label': 'What counts' }, counted.map(row => bar(row, false))),
    replaced.length > 0 && el('ul', { class: 'lane low', 'aria-label': 'Replaced by late events' }, replaced.map(row => bar(row, true))),
    el('div', { class: 'ticks', 'aria-hidden': 'true' }, timeTicks(from, to).map(at => el('span', { style: { left: `${x(at)}%` } }, localTime(new Date(at * 1000).toISOString()).slice(5)))));
}
