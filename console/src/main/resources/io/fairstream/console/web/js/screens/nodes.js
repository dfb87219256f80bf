/** All nodes with what their time went to. */

import { head } from '../parts.js';
import { dataTable } from '../table.js';

export const title = () => 'Nodes';

export function show(context) {
  context.main.append(
    head('Nodes', { crumbs: [['Utilization', '/utilization']], lead: 'Sessions, SYSTEM, IDLE and DOWN of a node add up to its processors × time.' }),
    dataTable(context, { title: 'Nodes', words: ['table', 'nodes'], pace: 'lead', nothing: 'No node reports its sessions.', fills: 'fairstream agent --bootstrap-server HOST:PORT' }));
}
