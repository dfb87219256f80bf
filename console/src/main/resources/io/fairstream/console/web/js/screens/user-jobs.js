/** My jobs: why they wait, how well they use what they get, and what is settled, in flight and committed. */

import { commitment } from '../commitment.js';
import { el } from '../dom.js';
import { card, tile, tiles } from '../parts.js';
import { priorityTerms } from '../terms.js';
import { dataTable } from '../table.js';

const MICROS_PER_HOUR = 3.6e9;
const hours = value => `${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })} h`;

export const title = ({ name }) => `Jobs of ${name}`;

export function show(context) {
  const { main, params: { name } } = context;
  const figures = {
    settled: tile('Settled'),
    flight: tile('In flight'),
    committed: tile('Committed'),
    running: tile('Running'),
    waiting: tile('Waiting'),
  };
  context.feed.add({
    words: () => ['report', 'user', 'top'],
    options: () => ({ start: '1970-01-01', _find: name, _limit: 1000 }),
    pace: 'follow',
    onproblem: problem => figures.settled.tell('–', { note: problem.message }),
    onanswer(answer) {
      const own = answer.rows().filter(it => it.user === name);
      const micros = own.reduce((sum, it) => sum + it.chargedMicros, 0);
      figures.settled.tell(hours(micros / MICROS_PER_HOUR), { exact: String(micros), note: 'processor-hours charged so far' });
    },
  });
  const jobs = dataTable(context, { title: 'Waiting and running', words: ['jobs'], options: { user: name }, key: 'jobId', limit: 1000, pace: 'lead', nothing: `${name} has no job that waits or runs.`,
    onanswer(answer, section) {
      const sums = commitment((section?.rows ?? []).map(it => it.fields), answer.at);
      figures.flight.tell(hours(sums.inFlight), { exact: String(sums.inFlight), note: 'held by running jobs, in what is settled' });
      figures.committed.tell(hours(sums.committed), { exact: String(sums.committed), note: sums.unlimited > 0 ? `up to limits; ${sums.unlimited} without one` : 'what is left of all limits' });
      figures.running.tell(String(sums.running));
      figures.waiting.tell(String(sums.waiting));
    } });
  main.append(
    el('div', { class: 'head' }, el('h1', null, `Jobs of ${name}`),
      el('p', { class: 'lead' }, 'Settled is charged. In flight is held by what runs now. Committed is what all jobs may yet hold, up to their limits.')),
    tiles(Object.values(figures)),
    jobs,
    card('Why they wait: terms of each priority', { note: 'The longest bar is next. Each piece is one term, weighted.' }, priorityTerms(context, { user: name })),
    dataTable(context, { title: 'Terms', prefix: 'terms', words: ['priority'], options: { user: name }, key: 'job', nothing: 'No job waits.' }),
    dataTable(context, { title: 'How much is used of what is given', prefix: 'efficiency', words: ['report', 'efficiency'], options: { user: name, start: '1970-01-01' }, key: 'jobId', nothing: 'No run was measured.', pace: 'once' }));
}
