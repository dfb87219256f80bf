/** Volunteers: who did most, what was done on each day, and what projects are owed. */

import { seriesChart } from '../charts/series.js';
import { card, head, labelled, select } from '../parts.js';
import { el } from '../dom.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const volunteer = name => address('/volunteer', name);
const BY = [['work', 'work'], ['cpu-time', 'CPU time'], ['gpu-time', 'GPU time'], ['jobs', 'jobs']];
const DAYS = [['', 'ever'], ['7', 'in 7 days'], ['30', 'in 30 days']];

export const title = () => 'Volunteers';

/** The chart of a daily history: processor-hours of each day. */
export function dailyChart(context, label) {
  const chart = seriesChart({ label, unit: 'hours a day', height: 200, signal: context.signal, fromZero: true });
  const hours = (rows, name) => rows.map(it => (it[name] ?? 0) / 3600);
  return Object.assign(chart, {
    draw(rows) {
      const days = rows.filter(it => it.day !== undefined);
      if (days.length > 0) {
        chart.tell(days.map(it => Date.parse(it.day) / 1000), [
          { label: 'CPU', colour: 'var(--c0)', dash: 0, isFilled: true, values: hours(days, 'cpuSeconds') },
          { label: 'GPU', colour: 'var(--c1)', dash: 1, values: hours(days, 'gpuSeconds') }]);
      }
    },
  });
}

export function show(context) {
  const { main, query } = context;
  const by = query.get('by') ?? 'work';
  const days = query.get('days') ?? '';
  const chart = dailyChart(context, 'Work of each day');
  main.append(
    head('Volunteers', { lead: 'Who computes how much for whom. Users who do not want to be listed count in the sums only.' }),
    el('div', { class: 'row' }, labelled('Leaders by', select(BY, by, value => context.setQuery({ by: value }, true))), labelled('Done', select(DAYS, days, value => context.setQuery({ days: value }, true)))),
    dataTable(context, { title: 'Leaders', words: ['report', 'leaders'], options: { by, days }, key: 'user', links: { user: volunteer }, pace: 'lead', nothing: 'Nobody is on the board.', fills: 'fairstream boinc-gateway --bootstrap-server HOST:PORT' }),
    card('Work of each day', {}, chart),
    dataTable(context, { title: 'What projects are owed', prefix: 'balances', words: ['report', 'balances'], key: 'target', nothing: 'No project has an allocation.' }),
    dataTable(context, { title: 'Hosts', prefix: 'hosts', words: ['report', 'hosts'], key: 'host', links: { user: volunteer }, nothing: 'No host has reported.' }),
    dataTable(context, { title: 'Each day', prefix: 'daily', words: ['report', 'daily'], key: 'day', nothing: 'No day has an end yet.', onanswer: (answer, section) => chart.draw((section?.rows ?? []).map(it => it.fields)) }));
}
