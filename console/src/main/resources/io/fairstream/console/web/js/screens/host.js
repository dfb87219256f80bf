/** One volunteer's host: what it is, did, and computes for. */

import { card, head } from '../parts.js';
import { dataTable } from '../table.js';
import { factsOf } from './job.js';

export const title = ({ name }) => name;

export function show(context) {
  const { main, params: { name } } = context;
  main.append(
    head(name, { crumbs: [['Volunteers', '/volunteers']] }),
    card('As it reports', {}, factsOf(context, ['table', 'hosts'], { key: name }, 'It has not reported.', 'lead')),
    dataTable(context, { title: 'What it did, for whom', words: ['report', 'work'], options: { by: 'app', host: name }, nothing: 'It has done nothing yet.' }),
    card('What it computes for now', {}, factsOf(context, ['table', 'assignments'], { key: name }, 'It has no assignment.')),
    dataTable(context, { title: 'Entries in the journal', prefix: 'charges', words: ['table', 'charges'], options: { key: name }, nothing: 'The journal has no entry of it.', pace: 'once' }));
}
