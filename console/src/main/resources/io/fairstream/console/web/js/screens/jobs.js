/** Jobs that wait and run, of everybody, with the terms of those that wait. */

import { card, head } from '../parts.js';
import { priorityTerms } from '../terms.js';
import { dataTable } from '../table.js';

export const title = () => 'Waiting jobs';

export function show(context) {
  context.main.append(
    head('Waiting jobs', { lead: 'The highest priority starts next. Each bar says which terms a priority is made of.' }),
    card('Terms of each priority', {}, priorityTerms(context, {})),
    dataTable(context, { title: 'Jobs', words: ['jobs'], pace: 'lead', nothing: 'No job waits or runs.', fills: 'fairstream produce job-events --bootstrap-server HOST:PORT < jobs.jsonl' }),
    dataTable(context, { title: 'Runs that should have ended', prefix: 'runaway', words: ['report', 'runaway'], nothing: 'No run is overdue.', pace: 'once' }));
}
