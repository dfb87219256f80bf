/** What the balance of a project, or of an app of one, is made of. */

import { waterfall } from '../charts/waterfall.js';
import { el } from '../dom.js';
import { exactText } from '../exact.js';
import { atOption, card, instantPicker, tabs } from '../parts.js';
import { place } from '../place.js';
import { address, queryText } from '../router.js';
import { partTable } from '../small-table.js';

const BY = [['day', 'day'], ['app', 'app'], ['user', 'user'], ['host', 'host']];

export const title = ({ name }) => `Why ${name}`;

const columnsOf = by => [
  { header: by.toUpperCase(), name: by },
  { header: 'CPU FLOPS', name: 'cpuFlops', number: true },
  { header: 'GPU FLOPS', name: 'gpuFlops', number: true },
  { header: 'CHARGED', name: 'charged', number: true },
  { header: 'SHARE', name: 'share', number: true },
];

/** The balance, the waterfall of charges, and when it is back at 0: for this screen and that of a project. */
export function balance(context, name) {
  const by = context.query.get('by') ?? 'day';
  const columns = columnsOf(by);
  const lead = el('p', { class: 'lead' });
  const facts = el('div');
  const parts = place(context, {
    words: ['explain', name],
    options: { as: 'target', by, at: atOption(context), _limit: 2000 },
    pace: atOption(context) ? 'once' : 'lead',
    lines: 8,
    draw(answer) {
      const sum = answer.rows('sum')[0];
      lead.textContent = answer.sentences[0] ?? '';
      facts.replaceChildren(partTable('The balance', answer, 'sum', ['unit', 'balance', 'initialBalance', 'accrued', 'withheld', 'charged', 'accrual', 'cap', 'end']),
        answer.entries('reaches').length > 0 ? partTable('When it is reached', answer, 'reaches', ['value', 'at']) : '');
      const exact = exactText(sum, sum.sum === undefined ? 'charged' : 'sum');
      const all = [by, 'earlier'].flatMap(part => answer.entries(part)).map(({ fields, cell }) => ({ fields, kind: fields.part, cells: columns.map(column => cell(column.name) || (column.name === by ? fields.part : '')) }));
      return waterfall({ label: `Charges of ${name}`, columns, value: 'charged', unit: 'ADDS UP', total: { name: 'charged', exact, shown: exact } }, all);
    },
  });
  const href = key => location.pathname + queryText({ ...Object.fromEntries(context.query), by: key });
  return [lead, card('The balance', { className: 'table-card' }, facts),
    card('What was charged', { className: 'table-card', tools: [tabs('Sum up by', BY, by, href)] }, parts)];
}

export function show(context) {
  const { main, params: { name } } = context;
  const [lead, ...rest] = balance(context, name);
  main.append(
    el('div', { class: 'head' }, el('p', { class: 'crumbs' }, el('a', { href: address('/project', name.split('/')[0]) }, name.split('/')[0])),
      el('div', { class: 'head-line' }, el('h1', null, `What ${name} is owed`), el('div', { class: 'actions' }, instantPicker(context))), lead),
    ...rest);
}
