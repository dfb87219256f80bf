/** The terms of waiting jobs' priorities as stacked bars. */

import { noRows } from './api.js';
import { stackedBars } from './charts/stacks.js';
import { el } from './dom.js';
import { exactText } from './exact.js';
import { empty } from './parts.js';
import { place } from './place.js';
import { address } from './router.js';

const MOST = 25;

/** @param {import('./main.js').Context} context @param {object} options of the command `priority` */
export function priorityTerms(context, options, pace = 'follow') {
  return place(context, {
    words: ['priority'],
    options: { ...options, _limit: MOST },
    pace,
    draw(answer) {
      const rows = answer.rows().filter(it => it.terms);
      if (rows.length === 0) {
        return empty(noRows('No job waits.'));
      }
      const names = [...new Set(rows.flatMap(it => it.terms.filter(term => term.value !== 0).map(term => term.name)))];
      const { total } = answer.table();
      return [
        total > MOST && el('p', { class: 'faint' }, `The first ${MOST} of ${total.toLocaleString('en')} waiting jobs.`),
        stackedBars('Terms of priorities', names.length > 0 ? names : ['none'], rows.map(it => ({
          label: [el('a', { href: address('/job', it.job) }, it.job), ` ${it.user}`],
          values: Object.fromEntries(it.terms.map(term => [term.name, term.value])),
          title: Object.fromEntries(it.terms.map(term => [term.name, exactText(term, 'value')])),
          shown: it.priority.toLocaleString('en'),
        }))),
        ...answer.warnings.map(text => el('p', { class: 'warning' }, text)),
      ];
    },
  });
}
