/** One bank: those in it, its allocation, what they used, and what was charged for them. */

import { card, head } from '../parts.js';
import { dataTable } from '../table.js';
import { burnDown } from './burn-down.js';
import { factsOf } from './job.js';

export const title = ({ name }) => `Bank ${name}`;

export function show(context) {
  const { main, params: { name } } = context;
  const parents = name.split('/').slice(0, -1).map((part, i, all) => [part, `/bank/${all.slice(0, i + 1).join('/')}`]);
  main.append(
    head(name, { crumbs: [['Shares', '/shares'], ...parents], lead: 'The content of this bank, and its rank by each policy.' }),
    dataTable(context, { title: 'Standing', words: ['shares'], options: { bank: name, policy: 'flux,fair-tree,classic,condor' }, key: 'path', pace: 'lead', nothing: 'There is no such bank.' }),
    burnDown(context, `/${name}`),
    dataTable(context, { title: 'Notices', prefix: 'notices', words: ['table', 'notices'], options: { key: `/${name}` }, nothing: 'No threshold of its allocation was reached.', pace: 'once' }),
    card('Usage', {}, factsOf(context, ['table', 'association-usage'], { key: name }, 'Nothing was used in it.')),
    dataTable(context, { title: 'Usage of each day', prefix: 'daily', words: ['report', 'daily'], options: { scope: 'bank', id: name }, key: 'day', nothing: 'No run of it has a day in the history.', pace: 'once' }),
    dataTable(context, { title: 'Entries in the journal', prefix: 'charges', words: ['table', 'charges'], options: { key: name }, nothing: 'The journal has no entry of it.', pace: 'once' }));
}
