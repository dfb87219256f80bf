/** The next negotiation cycle: how a pool would be divided now, step by step, with ceilings, floors and what is left over. */

import { pie } from '../charts/pie.js';
import { colourOf } from '../colours.js';
import { el } from '../dom.js';
import { exactText } from '../exact.js';
import { atOption, card, empty, instantPicker, labelled } from '../parts.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const MOST = 500;
const LEGEND = 16;

export const title = () => 'Next cycle';

const number = value => value.toLocaleString('en', { maximumFractionDigits: 2 });
const sum = (rows, name) => rows.reduce((total, it) => total + (it[name] ?? 0), 0);

/** What happens, in the order in which it does, from the rows. */
export function stepsOf(rows, pool) {
  const held = pool.slots - pool.free;
  const ceilings = rows.filter(it => it.stopped === 'CEILING');
  const floors = rows.filter(it => it.floor > 0);
  const claims = sum(rows, 'claims');
  const crumbs = pool.free - pool.gets;
  return [
    ['The pool', `${number(pool.slots)} slot weight: ${number(held)} held, ${number(pool.free)} free.`],
    ['Shares', `${rows.length} ask. Each is owed in inverse proportion to the effective priority; LIMIT is that part of the pool, less what is held.`],
    floors.length > 0 && ['Floors', `${floors.length === 1 ? `${floors[0].submitter} is` : `${floors.length} are`} guaranteed ${number(sum(floors, 'floor'))} first.`],
    ceilings.length > 0 && ['Ceilings', `${ceilings.map(it => it.submitter).slice(0, 4).join(', ')} may hold no more than a ceiling. The others divide what that leaves.`],
    ['Given', `${number(pool.gets)} of what is free is given.`],
    claims > 0 && ['Claimed', `${number(claims)} is claimed from those who hold more than is due.`],
    ['Left over', crumbs > 1e-9 ? `${number(crumbs)} stay free: crumbs that nobody's limit reaches, or that nobody wants.` : 'Nothing.'],
  ].filter(Boolean);
}

function steps(rows, pool) {
  return el('ol', { class: 'steps' }, stepsOf(rows, pool).map(([name, words]) => el('li', null, el('strong', null, name), el('span', null, words))));
}

function picture(rows, pool) {
  const sorted = [...rows].sort((a, b) => b.share - a.share);
  const then = sorted.map(it => ({ name: it.submitter, value: Math.max(0, it.inUse + it.gets + it.claims - it.loses), shown: number(it.inUse + it.gets + it.claims - it.loses) }));
  const held = sorted.map(it => ({ name: it.submitter, value: it.inUse, shown: number(it.inUse) }));
  return el('div', { class: 'pie-row' },
    pie(`Outside what each would hold, inside what each holds, of ${number(pool.slots)}`, [{ parts: then, whole: Math.max(pool.slots, sum(then, 'value')) }, { parts: held, whole: Math.max(pool.slots, sum(held, 'value')) }]),
    el('ul', { class: 'legend column' }, sorted.slice(0, LEGEND).map((it, i) => el('li', null, el('i', { style: { '--c': colourOf(it.submitter) } }),
      el('a', { href: address('/customer', it.submitter) }, it.submitter), el('span', { title: exactText(it, 'inUse') }, `${number(it.inUse)} → `, el('strong', null, then[i].shown)))),
    sorted.length > LEGEND && el('li', { class: 'faint' }, `and ${sorted.length - LEGEND} more`)));
}

function form(context, options) {
  const { query } = context;
  const text = (id, placeholder, size) => el('input', { id, type: 'text', value: query.getAll(id).join(' '), placeholder, size, spellcheck: 'false', autocomplete: 'off' });
  const slots = el('input', { id: 'slots', type: 'number', min: 1, step: 'any', value: options.slots, required: true });
  const quota = text('quota', 'physics=25%', 22);
  const flag = (id, label) => el('label', { class: 'row' }, el('input', { type: 'checkbox', id, checked: query.has(id) }), label);
  return el('form', { class: 'fields', onsubmit(event) {
    event.preventDefault();
    const checked = id => (event.target.querySelector(`#${id}`).checked ? true : '');
    context.setQuery({ slots: slots.value, quota: quota.value.trim().split(/\s+/).filter(Boolean), 'no-preemption': checked('no-preemption'), 'accept-surplus': checked('accept-surplus'), autoregroup: checked('autoregroup') }, true);
  } }, labelled('Slot weight of the pool', slots), labelled('Quotas of groups', quota, 'GROUP=N or GROUP=X%, with blanks between them'),
  el('span', { class: 'row' }, flag('no-preemption', 'no preemption'), flag('accept-surplus', 'accept surplus'), flag('autoregroup', 'negotiate for the whole pool as well')),
  el('button', { type: 'submit', class: 'primary' }, 'Divide'));
}

export function show(context) {
  const { main, query } = context;
  const at = atOption(context);
  const options = { slots: query.get('slots') || 200, quota: query.getAll('quota'), 'no-preemption': query.has('no-preemption'), 'accept-surplus': query.has('accept-surplus'), autoregroup: query.has('autoregroup'), at };
  const lead = el('p', { class: 'lead' });
  const told = el('div');
  const division = place(context, {
    words: ['negotiate'],
    options: { ...options, _limit: MOST },
    pace: at ? 'once' : 'lead',
    lines: 8,
    draw(answer) {
      const all = answer.tables.flatMap(table => table.rows.map(row => row.fields));
      const rows = all.filter(it => it.submitter !== undefined);
      const pool = all.find(it => it.slots !== undefined) ?? { slots: Number(options.slots), free: 0, gets: 0 };
      lead.textContent = answer.sentences[0] ?? '';
      told.replaceChildren(steps(rows, pool));
      return rows.length === 0 ? empty('No user was active in the last day, so there is nothing to divide.') : picture(rows, pool);
    },
  });
  main.append(
    el('div', { class: 'head' }, el('div', { class: 'head-line' }, el('h1', null, 'Next cycle'), el('div', { class: 'actions' }, instantPicker(context))), lead),
    card('The pool to divide', { note: 'Changes nothing. Without demands every user of the last day wants the whole pool.' }, form(context, options)),
    el('div', { class: 'columns' },
      card('Before and after', { note: 'Inside what each holds, outside what each would hold.' }, division),
      card('Step by step', {}, told)),
    dataTable(context, { title: 'Each submitter', words: ['negotiate'], options, key: 'submitter', pace: at ? 'once' : 'follow', nothing: 'Nobody divides the pool.' }));
}
