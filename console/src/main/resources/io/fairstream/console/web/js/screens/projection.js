/** How a priority goes on: if use stays, if it stops at a handle, if a job is submitted. The server works it out. */

import { timeHandle } from '../charts/handle.js';
import { seriesChart } from '../charts/series.js';
import { debounced, el } from '../dom.js';
import { exactText } from '../exact.js';
import { isoDuration, secondsOf } from '../durations.js';
import { card, labelled, select } from '../parts.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { partTable } from '../small-table.js';

const HOUR = 3600;
const DAY = 86400;
const POINTS = 200;
const WAIT = 140;
const HORIZONS = [['P1D', '1 day'], ['P3D', '3 days'], ['P7D', '7 days'], ['P14D', '14 days'], ['P30D', '30 days'], ['P90D', '90 days']];

export const title = ({ name }) => `Projection of ${name}`;

/** What the address says, in seconds and slot weight; a job of weight 0 is none. */
function stateOf(query) {
  const seconds = (name, otherwise) => {
    const value = secondsOf(query.get(name) ?? '');
    return Number.isNaN(value) ? otherwise : value;
  };
  return { horizon: query.get('horizon') ?? 'P14D', stop: seconds('release-after', 0), weight: Number(query.get('weight') ?? 0) || 0, length: seconds('for', DAY), begin: seconds('in', 6 * HOUR) };
}

const askedOf = state => ({
  horizon: state.horizon,
  points: POINTS,
  'release-after': isoDuration(state.stop),
  submit: state.weight > 0 ? `${state.weight}:${isoDuration(state.length)}@${isoDuration(state.begin)}` : null,
  limit: 1,
  as: 'customer',
  _limit: POINTS + 10,
});

function slider(label, id, state, key, { max, step = HOUR, unit = HOUR }, changed) {
  const number = el('input', { type: 'number', id: `${id}-number`, min: 0, step: 'any', class: 'narrow', 'aria-label': `${label}, number` });
  const range = el('input', { type: 'range', id, min: 0, max: max(), step });
  const tell = () => {
    range.max = max();
    range.value = state[key];
    if (document.activeElement !== number) {
      number.value = Number((state[key] / unit).toFixed(2));
    }
  };
  range.addEventListener('input', () => {
    state[key] = Number(range.value);
    changed();
  });
  number.addEventListener('input', () => {
    state[key] = Math.max(0, Number(number.value) || 0) * unit;
    changed();
  });
  return { node: el('div', { class: 'slider' }, labelled(label, range), number), tell };
}

export function show(context) {
  const { main, params: { name } } = context;
  const state = stateOf(context.query);
  const kind = context.query.get('show') ?? 'effective';
  const fieldOf = stem => (kind === 'effective' ? `effective${stem[0].toUpperCase()}${stem.slice(1)}` : stem);
  const lead = el('p', { class: 'lead' });
  const below = el('div', { class: 'columns' });
  const max = () => secondsOf(state.horizon);
  const handles = [
    timeHandle({ label: 'release', kind: 'stop', get: () => state.stop, max, set: value => ((state.stop = value), changed()) }),
    timeHandle({ label: 'job begins', kind: 'job', get: () => state.begin, max, set: value => ((state.begin = value), changed()) }),
    timeHandle({ label: 'job ends', kind: 'job', get: () => state.begin + state.length, max, set: value => ((state.length = Math.max(60, value - state.begin)), changed()) }),
  ];
  const chart = seriesChart({ label: `Projection of ${name}`, unit: `${kind} priority, lower is better`, height: 340, signal: context.signal, fromZero: true,
    ondraw: u => (state.weight > 0 ? handles : handles.slice(0, 1)).forEach(handle => handle.attach(u)) });

  const answered = place(context, {
    words: ['explain', name],
    options: () => askedOf(state),
    pace: 'once',
    lines: 3,
    draw(answer) {
      lead.textContent = answer.sentences[0] ?? '';
      const rows = answer.rows('projection');
      const line = (label, stem, colour, dash) => ({ label, colour, dash, values: rows.map(it => it[fieldOf(stem)] ?? null) });
      const lines = [line('continues as now', 'ifUseStays', 'var(--c1)', 0), line('stops at the handle', 'ifUseStops', 'var(--c0)', 1)];
      if (state.weight > 0) {
        lines.push(line('with the job', 'ifSubmitted', 'var(--c5)', 3));
      }
      chart.tell(rows.map(it => Date.parse(it.at) / 1000), lines);
      below.replaceChildren(
        card('When it recovers', { className: 'table-card', note: 'Half of what it is now, and the best there is.' }, recovery(answer)),
        card('At an hour, a day and a week', { className: 'table-card' }, partTable('Outlook', answer, 'outlook', ['at', fieldOf('ifUseStays'), fieldOf('ifUseStops')])));
      return rows.length > 0 ? [] : el('p', { class: 'empty' }, 'This server does not project. The table below has its outlook.');
    },
  });
  const again = debounced(WAIT, () => answered.again());
  const sliders = [
    slider('Release after (h)', 'release-after', state, 'stop', { max }, () => changed()),
    slider('Job: slot weight', 'job-weight', state, 'weight', { max: () => 256, step: 1, unit: 1 }, () => changed()),
    slider('Job: begins in (h)', 'job-in', state, 'begin', { max }, () => changed()),
    slider('Job: runs for (h)', 'job-for', state, 'length', { max }, () => changed()),
  ];

  function changed() {
    sliders.forEach(it => it.tell());
    handles.forEach(it => it.place());
    context.setQuery({ 'release-after': state.stop > 0 ? isoDuration(state.stop) : '', weight: state.weight || '',
      in: state.weight ? isoDuration(state.begin) : '', for: state.weight ? isoDuration(state.length) : '' });
    again();
  }

  sliders.forEach(it => it.tell());
  main.append(
    el('div', { class: 'head' }, el('p', { class: 'crumbs' }, el('a', { href: address('/customer', name) }, name), ' / projection'), el('h1', null, `Forecast for ${name}`), lead),
    card('Projection', { tools: [
      select([['effective', 'effective priority'], ['real', 'real priority']], kind, value => context.setQuery({ show: value }, true), { id: 'show', 'aria-label': 'Priority' }),
      select(HORIZONS, state.horizon, value => context.setQuery({ horizon: value }, true), { id: 'horizon', 'aria-label': 'Horizon' }),
    ], note: 'Drag the handles on the chart, or set them below. Nothing is submitted and nothing is stopped.' }, chart, answered, el('div', { class: 'sliders' }, sliders.map(it => it.node))),
    below);
}

/** When half of it and the best are reached. */
function recovery(answer) {
  const rows = ['halves', 'best', 'reaches'].flatMap(part => answer.entries(part));
  const words = { halves: 'half of it', best: 'the best there is', reaches: 'the requested value' };
  const cell = (fields, column) => el('td', { 'data-column': column, 'data-value': exactText(fields, column) }, fields[column] ?? 'never');
  return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': 'When it recovers, table' }, el('table', { class: 'plain-table' },
    el('caption', { class: 'visually-hidden' }, 'When it recovers'),
    el('thead', null, el('tr', null, ['', 'REAL PRIORITY', 'IF USE STAYS', 'IF USE STOPS NOW'].map((text, i) => el('th', { scope: 'col', class: i === 1 ? 'number' : null }, text || el('span', { class: 'visually-hidden' }, 'What'))))),
    el('tbody', null, rows.map(({ fields, cell: shown }) => el('tr', null, el('td', null, words[fields.part]),
      el('td', { class: 'number', 'data-value': exactText(fields, 'value') }, shown('value') || exactText(fields, 'value')), cell(fields, 'ifUseStays'), cell(fields, 'ifUseStops'))))));
}
