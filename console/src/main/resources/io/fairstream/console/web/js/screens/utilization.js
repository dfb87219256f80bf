/** What the clusters' time went to, to the microsecond: used, SYSTEM, IDLE, DOWN; by node, user and account. */

import { stackedBars } from '../charts/stacks.js';
import { el } from '../dom.js';
import { exactText } from '../exact.js';
import { card, empty, labelled, select } from '../parts.js';
import { periodOptions, periodPicker } from '../period.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const PIECES = [['used', 'usedMicros'], ['SYSTEM', 'systemMicros'], ['IDLE', 'idleMicros'], ['DOWN', 'downMicros']];
const NODE_PIECES = [['used', 'sessionsMicros'], ...PIECES.slice(1)];
const STEPS = [['', 'in all'], ['hour', 'by hour'], ['day', 'by day'], ['month', 'by month']];
const MOST = 120;

export const title = () => 'Utilization';

const percent = (part, all) => (all > 0 ? `${((part / all) * 100).toFixed(1)} %` : '');

/** Bars of what capacity went to. */
export function timeBars(label, rows, names, pieces = PIECES) {
  return stackedBars(label, pieces.map(([name]) => name), rows.map((row, i) => ({
    label: names[i],
    values: Object.fromEntries(pieces.map(([name, field]) => [name, row[field] ?? 0])),
    title: Object.fromEntries(pieces.map(([name, field]) => [name, `${exactText(row, field) || '0'} µs`])),
    shown: percent(row[pieces[0][1]] ?? 0, row.capacityMicros) || 'no agent',
  })));
}

function nodeBars(context) {
  return place(context, {
    words: ['table', 'nodes'],
    options: { _limit: 60 },
    pace: 'follow',
    draw(answer) {
      const rows = answer.rows();
      return rows.length === 0 ? empty('No node reports its sessions.', 'fairstream agent --bootstrap-server HOST:PORT')
        : timeBars('Time of each node', rows, rows.map(it => el('a', { href: address('/node', `${it.cluster}/${it.node}`) }, it.node)), NODE_PIECES);
    },
  });
}

export function show(context) {
  const { main } = context;
  const period = periodOptions(context);
  const step = context.query.get('by') ?? 'day';
  const by = step === 'all' ? '' : step;
  const lead = el('p', { class: 'lead' }, 'Used, SYSTEM, IDLE and DOWN add up to the capacity, in whole microseconds.');
  const bars = el('div', { class: 'place' });
  const pieceWords = row => `${row.cluster} ${row.begin.slice(0, by === 'hour' ? 16 : 10)}`;
  const table = dataTable(context, { title: 'Clusters', words: ['report', 'cluster', 'utilization'], options: { ...period, by: by || null }, pace: 'follow', nothing: 'No node or job has time in this period.',
    onanswer(answer, section) {
      const rows = (section?.rows ?? []).map(it => it.fields).filter(it => it.capacityMicros !== undefined).slice(-MOST);
      lead.textContent = answer.sentences[0] ?? lead.textContent;
      bars.replaceChildren(rows.length === 0 ? empty('No agent covers this period, so the capacity is not known.', 'fairstream agent --bootstrap-server HOST:PORT') : timeBars('Time of clusters', rows, rows.map(pieceWords)));
    } });
  main.append(
    el('div', { class: 'head' }, el('h1', null, 'Utilization'), lead),
    el('div', { class: 'row' }, periodPicker(context), labelled('Rows', select(STEPS, by, value => context.setQuery({ by: value || 'all' }, true)))),
    card('Where the time went', { note: 'At the right the part that was used. Nothing is lost: the pieces of each bar are its capacity.' }, bars),
    table,
    card('By node, all that is covered', { tools: [el('a', { class: 'quiet', href: '/nodes' }, 'All nodes')] }, nodeBars(context)),
    dataTable(context, { title: 'By account and user', prefix: 'accounts', words: ['report', 'cluster', 'account-utilization-by-user'], options: period, nothing: 'No job ran in this period.' }),
    dataTable(context, { title: 'Who used most', prefix: 'top', words: ['report', 'user', 'top'], options: period, nothing: 'Nobody used anything in this period.' }));
}
