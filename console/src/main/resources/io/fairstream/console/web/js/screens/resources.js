/** What is held now, resource by resource. */

import { head } from '../parts.js';
import { dataTable } from '../table.js';

export const title = () => 'Resources';

export function show(context) {
  context.main.append(
    head('Resources', { lead: 'Who holds what now, and since when. A resource leads to its timeline.' }),
    dataTable(context, { title: 'Open matches', words: ['table', 'open-matches'], key: 'resource', pace: 'lead', nothing: 'Nothing is held.', fills: 'fairstream produce matches --bootstrap-server HOST:PORT < matches.jsonl' }),
    dataTable(context, { title: 'Finished matches', prefix: 'finished', words: ['table', 'match-records'], options: { _sort: '-end' }, nothing: 'No match has ended.', pace: 'once' }));
}
