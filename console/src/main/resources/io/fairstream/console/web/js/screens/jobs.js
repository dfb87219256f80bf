/** Jobs that wait and run, of everybody, with the terms of those that wait. */

import { card, head } from '../parts.js';
import { priorityTerms } from '../terms.js';
import { dataTable } from '../table.js';

/** What schedulers call priority is not ours. */
const SCHEDULERS = { priority: 'THEIR PRIORITY' };

export const title = () => 'Waiting jobs';

export function show(context) {
  context.main.append(
    head('Waiting jobs', { lead: 'Two priorities: ours is worked out here from fair shares, the scheduler’s is what it says itself.' }),
    card('Our priority of each waiting job', { note: 'The highest is first. Each piece is one term, weighted.' }, priorityTerms(context, {})),
    dataTable(context, { title: 'Waiting jobs, by the scheduler’s priority', words: ['jobs'], options: { state: 'PENDING' }, headers: SCHEDULERS, pace: 'lead', nothing: 'No job waits.', fills: 'fairstream produce job-events --bootstrap-server HOST:PORT < jobs.jsonl' }),
    dataTable(context, { title: 'Other jobs that have not ended', prefix: 'others', words: ['jobs'], options: { state: 'HELD,STAGE_IN,RESERVED,RUNNING,SUSPENDED,STAGE_OUT' }, headers: SCHEDULERS, nothing: 'No job runs or is held.' }),
    dataTable(context, { title: 'Runs that should have ended', prefix: 'runaway', words: ['report', 'runaway'], nothing: 'No run is overdue.', pace: 'once' }));
}
