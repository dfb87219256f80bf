/** What the usage of a user in a bank is made of: half-life periods and runs. */

import { waterfall } from '../charts/waterfall.js';
import { el } from '../dom.js';
import { exactText } from '../exact.js';
import { atOption, card, instantPicker } from '../parts.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { partTable } from '../small-table.js';

const PERIODS = [
  { header: 'PERIOD FROM', name: 'from' },
  { header: 'RUNS', name: 'runs', number: true },
  { header: 'NODE SECONDS', name: 'nodeSeconds', number: true },
  { header: 'FACTOR', name: 'factor', number: true },
  { header: 'COUNTS UNTIL', name: 'countsUntil' },
  { header: 'PERIOD USAGE', name: 'periodUsage', number: true },
];
const RUNS = [
  { header: 'JOB', name: 'job' },
  { header: 'FROM', name: 'from' },
  { header: 'UNTIL', name: 'until' },
  { header: 'PERIOD USAGE', name: 'periodUsage', number: true },
  { header: 'SMOOTH USAGE', name: 'smoothUsage', number: true },
];

export const title = ({ name }) => `Why ${name}`;

const partsOf = (entries, columns) =>
  entries.map(({ fields, cell }) => ({ fields, kind: fields.part, cells: columns.map(({ name }) => (name === 'job' ? el('a', { href: address('/job', fields.job) }, cell(name)) : cell(name))) }));

function fall(label, answer, parts, columns, value, sum) {
  const exact = exactText(sum, value);
  return waterfall({ label, columns, value, unit: 'ADDS UP', total: { name: 'sum', exact, shown: exact } }, partsOf(parts.flatMap(part => answer.entries(part)), columns));
}

export function show(context) {
  const { main, params: { name } } = context;
  const lead = el('p', { class: 'lead' });
  const parts = place(context, {
    words: ['explain', name],
    options: { as: 'association', at: atOption(context), _limit: 5000 },
    pace: atOption(context) ? 'once' : 'lead',
    lines: 10,
    draw(answer) {
      const sum = answer.rows('sum')[0];
      lead.textContent = answer.sentences[0] ?? '';
      return [
        card('Half-life periods', { className: 'table-card', note: 'A run counts from its end on, half as much in each later period.' }, fall('Half-life periods', answer, ['period', 'earlier'], PERIODS, 'periodUsage', sum)),
        card('Runs with smooth decay', { className: 'table-card', note: 'With smooth decay each second of a run counts as it passes.' }, fall('Runs', answer, ['run', 'earlier'], RUNS, 'smoothUsage', sum)),
        card('Forecast', { className: 'table-card' }, partTable('Outlook', answer, 'outlook', ['at', 'periodUsage', 'ifUseStays', 'ifUseStops'])),
      ];
    },
  });
  const bank = name.slice(0, Math.max(0, name.lastIndexOf('/')));
  main.append(
    el('div', { class: 'head' }, el('p', { class: 'crumbs' }, el('a', { href: '/shares' }, 'Shares'), bank && [' / ', el('a', { href: address('/bank', bank) }, bank)]),
      el('div', { class: 'head-line' }, el('h1', null, `What ${name} has used`), el('div', { class: 'actions' }, instantPicker(context))), lead),
    parts);
}
