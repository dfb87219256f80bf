/** One project: what it is owed, who computes for it, and the work of each day. */

import { el } from '../dom.js';
import { card, instantPicker } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';
import { balance } from './explain-target.js';
import { dailyChart } from './volunteers.js';

export const title = ({ name }) => name;

export function show(context) {
  const { main, params: { name } } = context;
  const chart = dailyChart(context, `Work for ${name} on each day`);
  const [lead, ...owed] = balance(context, name);
  main.append(
    el('div', { class: 'head' }, el('p', { class: 'crumbs' }, el('a', { href: '/volunteers' }, 'Volunteers')),
      el('div', { class: 'head-line' }, el('h1', null, name), el('div', { class: 'actions' }, instantPicker(context))), lead),
    ...owed,
    card('Work of each day', {}, chart),
    dataTable(context, { title: 'Who computes for it', prefix: 'users', words: ['report', 'work'], options: { by: 'user', project: name }, key: 'user', links: { user: user => address('/volunteer', user) }, nothing: 'Nobody has computed for it.' }),
    dataTable(context, { title: 'Each day', prefix: 'daily', words: ['report', 'daily'], options: { scope: 'project', id: name }, key: 'day', nothing: 'No day has work.', onanswer: (answer, section) => chart.draw((section?.rows ?? []).map(it => it.fields)) }));
}
