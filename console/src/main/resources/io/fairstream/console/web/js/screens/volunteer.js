/** One volunteer: hosts, projects, and the work of each day. */

import { card, head } from '../parts.js';
import { dataTable } from '../table.js';
import { dailyChart } from './volunteers.js';

export const title = ({ name }) => name;

export function show(context) {
  const { main, params: { name } } = context;
  const chart = dailyChart(context, `Work of ${name} on each day`);
  main.append(
    head(name, { crumbs: [['Volunteers', '/volunteers']], lead: 'What the hosts of this volunteer did, for whom, and what they compute for now.' }),
    card('Work of each day', {}, chart),
    dataTable(context, { title: 'For which projects', words: ['report', 'work'], options: { user: name }, key: 'project', pace: 'lead', nothing: 'Nothing was done yet.' }),
    dataTable(context, { title: 'Hosts', prefix: 'hosts', words: ['report', 'work'], options: { by: 'host', user: name }, key: 'host', nothing: 'No host has reported.' }),
    dataTable(context, { title: 'What they compute for now', prefix: 'assignments', words: ['table', 'assignments'], options: { _find: name }, key: 'host', nothing: 'No host has an assignment.' }),
    dataTable(context, { title: 'Each day', prefix: 'daily', words: ['report', 'daily'], options: { scope: 'user', id: name }, key: 'day', nothing: 'No day has work.', onanswer: (answer, section) => chart.draw((section?.rows ?? []).map(it => it.fields)) }));
}
