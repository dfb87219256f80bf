/** Shadow: what schedulers believe of jobs and users beside ours, by how much they drift apart, and what was sent to them. */

import { scatter } from '../charts/scatter.js';
import { el } from '../dom.js';
import { card, empty } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const MOST = 500;

const MEANING = 'The scheduler’s priority of each waiting job beside the one that is worked out here. A difference is no mistake of either: a scheduler may count other usage, another half-life, other weights, or terms that are unknown here. Follow a job that is far from the line to see which.';

export const title = () => 'Shadow';

export function show(context) {
  const { main } = context;
  const lead = el('p', { class: 'lead' }, MEANING);
  const measured = el('p', { class: 'sentence' });
  const picture = el('div', { class: 'place' });
  main.append(
    el('div', { class: 'head' }, el('h1', null, 'Shadow'), lead),
    card('Theirs against ours', { note: 'Each point is a job; on the line both priorities are the same.' }, measured, picture),
    dataTable(context, { title: 'Each job', note: 'Of both priorities the largest is first: rank 1.', words: ['report', 'shadow'], key: 'job', limit: MOST, pace: 'lead', nothing: 'No waiting job has a priority of its scheduler.', fills: 'fairstream slurm-bridge --bootstrap-server HOST:PORT',
      onanswer(answer, section) {
        measured.textContent = answer.sentences[0] ?? '';
        const points = (section?.rows ?? []).map(({ fields }) => ({ x: fields.ours, y: fields.theirs, label: `${fields.job} ${fields.user ?? ''}` })).filter(it => Number.isFinite(it.x) && Number.isFinite(it.y));
        picture.replaceChildren(points.length === 0 ? empty('No job has both priorities.') : el('div', { class: 'chart-scroll', role: 'region', tabindex: 0, 'aria-label': 'Theirs against ours, chart' }, scatter({ label: 'The scheduler’s priorities against ours', x: 'ours', y: 'theirs' }, points)));
      } }),
    dataTable(context, { title: 'Each account of a scheduler', prefix: 'accounts', words: ['table', 'shadow'], key: 'name', options: { _sort: '-difference' }, links: { target: () => null, customer: (name, fields) => address(fields.measure === 'REAL_PRIORITY' ? '/customer' : '/association', name) }, nothing: 'No scheduler is compared.', fills: 'fairstream shadow --scheduler htcondor --bootstrap-server HOST:PORT' }),
    dataTable(context, { title: 'Edits sent to schedulers', prefix: 'edits', words: ['table', 'steering'], links: { target: () => null, user: () => null }, options: { _sort: '-at' }, nothing: 'No scheduler is steered.', fills: 'fairstream steer --to htcondor --bootstrap-server HOST:PORT', pace: 'once' }));
}
