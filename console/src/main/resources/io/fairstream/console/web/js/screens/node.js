/** One node: what its time went to. */

import { el } from '../dom.js';
import { card, empty, head } from '../parts.js';
import { place } from '../place.js';
import { dataTable } from '../table.js';
import { factsOf } from './job.js';
import { timeBars } from './utilization.js';

const PIECES = [['used', 'sessionsMicros'], ['SYSTEM', 'systemMicros'], ['IDLE', 'idleMicros'], ['DOWN', 'downMicros']];

export const title = ({ name }) => `Node ${name}`;

export function show(context) {
  const { main, params: { name } } = context;
  const bars = place(context, {
    words: ['table', 'nodes'],
    options: { key: name },
    pace: 'lead',
    lines: 2,
    draw(answer) {
      const rows = answer.rows();
      return rows.length === 0 ? empty('No node of this name has reported.', 'fairstream agent --bootstrap-server HOST:PORT') : timeBars(`Time of ${name}`, rows, rows.map(it => el('span', null, it.node)), PIECES);
    },
  });
  main.append(
    head(name, { crumbs: [['Utilization', '/utilization'], ['Nodes', '/nodes']] }),
    card('Where its time went', {}, bars),
    card('To the microsecond', {}, factsOf(context, ['table', 'nodes'], { key: name }, 'Nothing is known of it.')),
    dataTable(context, { title: 'Entries in the journal', words: ['table', 'charges'], options: { key: name }, nothing: 'The journal has no entry of it.', pace: 'once' }));
}
