/** What a customer's priority is made of: uses, floor, factor and edits, down to the published digit. */

import { largeText } from '../charts/scale.js';
import { waterfall } from '../charts/waterfall.js';
import { el } from '../dom.js';
import { localTime } from '../durations.js';
import { exactText } from '../exact.js';
import { atOption, card, instantPicker, tabs } from '../parts.js';
import { place } from '../place.js';
import { address, queryText } from '../router.js';
import { partTable } from '../small-table.js';

const BY = [['match', 'match'], ['hour', 'hour'], ['day', 'day'], ['resource', 'resource'], ['pool', 'pool']];
const PARTS = ['match', 'hour', 'day', 'resource', 'pool', 'rest', 'set', 'earlier', 'late', 'floor', 'future'];
const FIRST = 25;

/** Of these there may be too many to show all at first. */
const MANY = new Set(['match', 'resource']);

const COLUMNS = [
  { header: 'USE', name: 'name' },
  { header: 'FROM', name: 'from' },
  { header: 'UNTIL', name: 'until' },
  { header: 'WEIGHTED (h)', name: 'weightedSeconds', number: true },
  { header: 'PRIORITY', name: 'priority', number: true },
  { header: 'SHARE', name: 'share', number: true },
];

export const title = ({ name }) => `Why ${name}`;

/** Where the journal has the entries behind a use. */
function journal(customer, { part, name, resource }) {
  const isUse = part !== 'floor' && part !== 'future' && part !== 'set';
  if (!isUse) {
    return null;
  }
  const find = part === 'day' || part === 'hour' ? name.slice(0, 10) : part === 'rest' || part === 'earlier' || part === 'late' ? null : (resource ?? name);
  return address('/tables', 'charges', '', { key: customer, find });
}

function partOf(customer, { fields, cell }) {
  const href = journal(customer, fields);
  return {
    fields,
    kind: fields.part,
    cells: COLUMNS.map(({ name }) => (name === 'name' && href ? el('a', { href, title: 'Entries in the journal' }, cell(name)) : localTime(cell(name)))),
  };
}

function equation(sum, edits) {
  const figure = (label, name, shown) => el('div', null, el('dt', null, label),
    el('dd', { 'data-value': exactText(sum, name), title: exactText(sum, name), 'data-column': name }, shown));
  const sign = text => el('span', { class: 'sign', 'aria-hidden': 'true' }, text);
  const rounded = value => (value >= 1e7 ? largeText(value, 3) : value.toLocaleString('en', { maximumFractionDigits: 4 }));
  const isEqual = Math.abs(sum.sum - sum.realPriority) <= 1e-9 * Math.max(1, Math.abs(sum.realPriority));
  return el('div', { class: 'equation' },
    el('dl', null, figure('real priority', 'realPriority', rounded(sum.realPriority)), sign('×'),
      figure('factor', 'factor', rounded(sum.factor)), sign('='), figure('effective priority', 'effectivePriority', rounded(sum.effectivePriority))),
    el('p', { class: isEqual ? 'good' : 'bad', 'data-check': isEqual ? 'equal' : 'unequal' }, isEqual ? '✓ ' : '✗ ', 'the parts add up to ', el('code', { 'data-column': 'sum' }, exactText(sum, 'sum')),
      isEqual ? ', as published' : `, but ${exactText(sum, 'realPriority')} is published`),
    edits > 0 && el('p', { class: 'faint' }, `${edits} ${edits === 1 ? 'edit counts' : 'edits count'}, see below.`));
}

function factorWords({ fields }, cell) {
  const then = fields.then;
  return el('dl', { class: 'facts' },
    el('dt', null, 'Factor'), el('dd', { 'data-value': exactText(fields, 'value') }, cell('value') || exactText(fields, 'value'), `: ${fields.rule}`),
    fields.since && [el('dt', null, 'Since'), el('dd', { title: fields.since }, localTime(fields.since))],
    fields.until && [el('dt', null, 'Until'), el('dd', { title: fields.until }, localTime(fields.until))],
    then && [el('dt', null, 'Then'), el('dd', null, `${exactText(then, 'value')}: ${then.rule}`)]);
}

export function show(context) {
  const { main, params: { name }, query } = context;
  const by = query.get('by') ?? 'match';
  const isAll = query.has('whole');
  const title = `Priority of ${name}, explained`;
  const lead = el('p', { class: 'lead' });
  const top = el('div', { class: 'place' });
  const more = el('div', { class: 'columns' });

  const parts = place(context, {
    words: ['explain', name],
    options: { by, at: atOption(context), as: 'customer', limit: isAll || !MANY.has(by) ? null : FIRST, _limit: 5000 },
    pace: atOption(context) ? 'once' : 'lead',
    lines: 10,
    draw(answer) {
      const sum = answer.rows('sum')[0];
      const edits = answer.entries('edit');
      const factor = answer.entries('factor')[0];
      lead.textContent = answer.sentences[0] ?? '';
      top.replaceChildren(equation(sum, edits.length));
      more.replaceChildren(
        factor && card('Factor', {}, factorWords(factor, factor.cell)),
        edits.length > 0 ? card('Edits that count', {}, partTable('Edits that count', answer, 'edit', ['at', 'by', 'edit'])) : card('Edits that count', {}, el('p', { class: 'faint' }, 'None.')),
        card('Forecast', {}, partTable('Outlook', answer, 'outlook', ['at', 'ifUseStays', 'ifUseStops']),
          el('p', null, el('a', { href: address('/customer', name, 'projection') }, 'Projection'))));
      const all = PARTS.flatMap(part => answer.entries(part)).map(entry => partOf(name, entry));
      return waterfall({ label: title, columns: COLUMNS, value: 'priority', unit: 'ADDS UP', total: { name: 'real priority', exact: exactText(sum, 'sum'), shown: exactText(sum, 'sum') } }, all);
    },
  });
  const href = key => location.pathname + queryText({ ...Object.fromEntries(context.query), by: key });
  main.append(
    el('div', { class: 'head' }, el('p', { class: 'crumbs' }, el('a', { href: address('/customer', name) }, name), ' / explain'),
      el('div', { class: 'head-line' }, el('h1', null, title), el('div', { class: 'actions' }, instantPicker(context))), lead),
    top,
    card('Where it comes from', { className: 'table-card', tools: [
      tabs('Sum up by', BY, by, href),
      el('a', { class: 'quiet', href: location.pathname + queryText({ ...Object.fromEntries(context.query), whole: isAll ? '' : true }) }, isAll ? `First ${FIRST}` : 'All of them'),
    ], note: 'Each bar begins where the one above it ends. A name leads to the entries in the journal.' }, parts),
    more);
}
