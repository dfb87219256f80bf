/** Priorities along event time, with a scrubber: who stood where at an instant. */

import { noRows } from '../api.js';
import { largeText } from '../charts/scale.js';
import { seriesChart } from '../charts/series.js';
import { colourOf } from '../colours.js';
import { el, text } from '../dom.js';
import { exactText } from '../exact.js';
import { card, empty, labelled, select } from '../parts.js';
import { periodOptions, periodPicker } from '../period.js';
import { place } from '../place.js';
import { address, queryText } from '../router.js';

const POINTS = 160;
const LINES = 8;
const LARGE_STEP = 10;

export const title = () => 'History';

/** The rows of each instant, in the order of time. Pure. */
export function byInstant(rows) {
  const instants = new Map();
  for (const row of rows) {
    if (!instants.has(row.at)) {
      instants.set(row.at, new Map());
    }
    instants.get(row.at).set(row.customer, row);
  }
  return [...instants].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Who ties is in the order of names; rows without a rank are last. */
const byRank = (a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE) || (a.customer < b.customer ? -1 : 1);

export function show(context) {
  const { main, query } = context;
  const customers = query.getAll('customer').flatMap(it => it.split(',')).filter(Boolean);
  const kind = query.get('show') ?? 'effectivePriority';
  const period = periodOptions(context);
  let instants = [];
  let index = -1;
  const marker = el('div', { class: 'marker', 'aria-hidden': 'true' });
  const chart = seriesChart({ label: 'Priorities along event time', unit: kind === 'rank' ? 'rank; 1 is served first' : 'lower is better', height: 320, signal: context.signal, isLog: kind === 'effectivePriority',
    ondraw: u => {
      if (marker.parentNode !== u.over) {
        u.over.append(marker);
      }
      mark(u);
    } });
  const scrub = el('input', { type: 'range', id: 'scrub', min: 0, max: 0, step: 1 });
  const instant = el('output', { for: 'scrub', class: 'strong' });
  const body = el('tbody');
  const caption = el('h2', { id: 'table-at' }, 'At the instant');

  function mark(u) {
    const at = instants[index]?.[0];
    if (u && at !== undefined) {
      marker.style.transform = `translateX(${u.valToPos(Date.parse(at) / 1000, 'x')}px)`;
    }
  }

  function tell(next) {
    index = Math.max(0, Math.min(instants.length - 1, next));
    const [at, rows] = instants[index] ?? [];
    if (at === undefined) {
      return;
    }
    scrub.value = index;
    scrub.setAttribute('aria-valuetext', at);
    text(instant, at);
    text(caption, `At ${at}`);
    const cell = (row, name, shown) => el('td', { class: name === 'customer' ? 'swatched' : 'number', 'data-column': name, 'data-value': exactText(row, name), title: exactText(row, name), style: name === 'customer' ? { '--c': colourOf(row.customer) } : null }, shown);
    const sorted = [...rows.values()].sort(byRank);
    const shown = value => (value === undefined || value === null ? '' : value >= 1e7 ? largeText(value, 3) : value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
    body.replaceChildren(...sorted.map((row, i) => el('tr', { 'data-row': i }, cell(row, 'rank', row.rank ?? ''), cell(row, 'customer', el('a', { href: address('/customer', row.customer, 'explain', { at }) }, row.customer)),
      cell(row, 'realPriority', shown(row.realPriority)), cell(row, 'effectivePriority', shown(row.effectivePriority)))));
    mark(chart.chart);
  }

  function moved(next) {
    tell(next);
    context.setQuery({ t: instants[index]?.[0] ?? '' });
  }

  scrub.addEventListener('input', () => moved(Number(scrub.value)));
  scrub.addEventListener('keydown', event => {
    if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      moved(index + (event.key === 'ArrowLeft' ? -LARGE_STEP : LARGE_STEP));
    }
  });
  chart.addEventListener('click', event => {
    const u = chart.chart;
    if (u && instants.length > 0) {
      moved(u.posToIdx(event.clientX - u.over.getBoundingClientRect().left));
      scrub.focus();
    }
  });

  const asked = place(context, {
    words: ['report', 'history', ...customers],
    options: { ...period, points: POINTS, _limit: 10000 },
    pace: 'once',
    lines: 6,
    draw(answer) {
      const rows = answer.rows().filter(it => it.customer !== undefined);
      instants = byInstant(rows);
      scrub.max = Math.max(0, instants.length - 1);
      if (rows.length === 0) {
        return empty(noRows('The journal has nothing in this period.'));
      }
      const last = instants.at(-1)[1];
      const names = customers.length > 0 ? customers : [...last.values()].sort(byRank).slice(0, LINES).map(it => it.customer);
      chart.tell(instants.map(([at]) => Date.parse(at) / 1000),
        names.map((name, i) => ({ label: name, colour: colourOf(name), dash: i, values: instants.map(([, at]) => at.get(name)?.[kind] ?? null) })));
      const wanted = query.get('t');
      const found = wanted ? instants.findIndex(([at]) => at >= wanted) : -1;
      tell(found >= 0 ? found : instants.length - 1);
      return [];
    },
  });
  const who = el('input', { id: 'customer', type: 'text', value: customers.join(' '), size: 36, placeholder: 'all; or alice@pool.example …', spellcheck: 'false', autocomplete: 'off',
    onchange: event => context.setQuery({ customer: event.target.value.trim().split(/[\s,]+/).filter(Boolean), t: '' }, true) });
  main.append(
    el('div', { class: 'head' }, el('h1', null, 'Priorities along event time'), el('p', { class: 'lead' }, 'Move the scrubber with the pointer or the arrow keys; with Shift ten points at once. A name leads to what the number was made of then. Lower is better: rank 1 is served first.')),
    el('div', { class: 'row' }, periodPicker(context), labelled('Customers', who),
      labelled('Show', select([['effectivePriority', 'effective priority'], ['realPriority', 'real priority'], ['rank', 'rank']], kind, value => context.setQuery({ show: value }, true)))),
    card('Over time', {}, chart, el('div', { class: 'scrubber' }, labelled('Instant', scrub), instant), asked),
    el('section', { class: 'card table-card', 'aria-labelledby': 'table-at' }, el('div', { class: 'card-head' }, caption, el('a', { class: 'quiet', href: `/pool${queryText({ at: query.get('t') })}` }, 'Pool then')),
      el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': 'Priorities at the instant, table' },
        el('table', null, el('caption', { class: 'visually-hidden' }, 'Priorities at the instant'),
          el('thead', null, el('tr', null, ['RANK', 'CUSTOMER', 'REAL PRIORITY', 'EFFECTIVE PRIORITY'].map((name, i) => el('th', { scope: 'col', class: i === 1 ? null : 'number' }, name)))), body))));
}
