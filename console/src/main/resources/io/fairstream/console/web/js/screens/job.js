/** One job: as its scheduler says it is, and what it was charged. */

import { noRows } from '../api.js';
import { el } from '../dom.js';
import { localTime } from '../durations.js';
import { exactField } from '../exact.js';
import { linkOf } from '../links.js';
import { card, empty, head } from '../parts.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

export const title = ({ name }) => `Job ${name}`;

/** All fields of each row of an answer as names and values. */
export function factsOf(context, words, options, nothing, pace = 'follow') {
  return place(context, {
    words,
    options,
    pace,
    draw(answer) {
      const section = answer.table();
      if (!section || section.rows.length === 0) {
        return empty(noRows(nothing), words, options);
      }
      return section.rows.map(row => el('dl', { class: 'facts' }, section.columns.map((column, i) => {
        const shown = row.cells[i];
        const exact = exactField(row.fields, column.name);
        const href = linkOf(column.name, row.fields);
        return shown !== null && shown !== '' && [el('dt', null, column.header.replaceAll('\n', ' ').toLowerCase()), el('dd', { 'data-column': column.name, 'data-value': exact, title: exact }, href ? el('a', { href }, shown) : localTime(shown))];
      })));
    },
  });
}

export function show(context) {
  const { main, params: { name } } = context;
  main.append(
    head(`Job ${name}`, { crumbs: [['Waiting jobs', '/jobs']] }),
    el('div', { class: 'columns' },
      card('As the scheduler says', {}, factsOf(context, ['table', 'jobs'], { key: name }, 'No event of this job has come.', 'lead')),
      card('What it was charged', {}, factsOf(context, ['table', 'job-accounting'], { key: name }, 'Nothing was charged to this job.'))),
    dataTable(context, { title: 'Entries in the journal', words: ['table', 'charges'], options: { key: name }, nothing: 'The journal has no entry of it.', pace: 'once' }),
    el('p', { class: 'links' }, el('a', { class: 'button', href: address('/tables', 'jobs') }, 'All jobs')));
}
