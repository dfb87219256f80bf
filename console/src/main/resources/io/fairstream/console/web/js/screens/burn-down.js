/** What an allocation has spent and was allowed to, and how it goes on. */

import { seriesChart } from '../charts/series.js';
import { el } from '../dom.js';
import { card, empty } from '../parts.js';
import { place } from '../place.js';

const DAY = 86400;
const HOUR = 3600;
const seconds = text => Date.parse(text) / 1000;

/** What was granted up to an instant: the initial balance, and each interval's accrual at its end. */
const allowedBy = (sum, at) => {
  const until = sum.end ? Math.min(at, seconds(sum.end)) : at;
  return sum.initialBalance + sum.accrual * Math.max(0, Math.floor((until - seconds(sum.start)) / sum.interval));
};

/** Instants from the start to the forecast, with what was spent by then, what was allowed, and what will be spent. */
function linesOf(sum, days, scale) {
  const now = seconds(sum.at);
  const spentAt = sum.spentAtWeekRate ? seconds(sum.spentAtWeekRate) : null;
  let total = 0;
  const points = [[seconds(sum.start), 0]];
  for (const { day, charged } of days) {
    total += charged;
    points.push([Math.min(now, Math.max(seconds(sum.start), seconds(`${day}T00:00:00Z`) + DAY)), total]);
  }
  points.push([now, sum.charged]);
  const times = [...new Set([...points.map(([at]) => at), ...(spentAt ? [spentAt] : [])])].sort((a, b) => a - b);
  const spent = new Map(points);
  const forecast = spentAt ? new Map([[now, sum.charged], [spentAt, allowedBy(sum, spentAt)]]) : new Map();
  const line = (label, colour, dash, of) => ({ label, colour, dash, values: times.map(at => of(at) ?? null).map(value => (value === null ? null : value / scale)) });
  return [times, [
    line('spent', 'var(--c1)', 0, at => spent.get(at)),
    line('allowed', 'var(--c0)', 1, at => allowedBy(sum, at)),
    line('at the rate of the last week', 'var(--c5)', 2, at => forecast.get(at)),
  ]];
}

/** The card of a target; a sentence if it has no allocation. */
export function burnDown(context, target) {
  const body = el('div');
  const answered = place(context, {
    words: ['explain', target],
    options: { as: 'target', by: 'day', _limit: 1000 },
    pace: 'once',
    draw(answer) {
      const sum = answer.rows('sum')[0];
      const isTime = sum.unit.endsWith(' s');
      const unit = isTime ? sum.unit.replace(/ s$/, ' h') : sum.unit;
      const chart = seriesChart({ label: `Spent and allowed of ${target}`, unit, height: 240, signal: context.signal, fromZero: true });
      body.replaceChildren(chart);
      chart.tell(...linesOf(sum, [...answer.rows('day')].reverse(), isTime ? HOUR : 1));
      return el('p', { class: 'lead' }, answer.sentences[0] ?? '');
    },
    otherwise(problem, node) {
      node.replaceChildren(empty('It has no allocation.', ['allocations', 'set', target], { hours: 'N' }));
      return true;
    },
  });
  return card('Allocation', {}, [answered, body]);
}
