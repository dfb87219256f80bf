/** One resource: who held it when, with late corrections marked. */

import { noRows, seesOwnRowsOnly } from '../api.js';
import { timeline } from '../charts/timeline.js';
import { el } from '../dom.js';
import { localTime } from '../durations.js';
import { card, empty, head } from '../parts.js';
import { place } from '../place.js';
import { dataTable } from '../table.js';

/** The newest matches that the timeline shows. */
const MOST = 2000;

export const title = ({ name }) => name;

export function show(context) {
  const { main, params: { name } } = context;
  let open = [];
  let ended = null;
  let at = null;
  function drawn() {
    const rows = [...ended.rows, ...open];
    const left = ended.total - ended.rows.length;
    return rows.length === 0
      ? [empty(noRows('No match of it is known.'))]
      : [timeline(`Timeline of ${name}`, rows, at), left > 0 && el('p', { class: 'faint' }, `${left.toLocaleString('en')} older ones are in the table only.`)];
  }
  const picture = place(context, {
    words: ['table', 'match-records'],
    options: { key: name, 'all-revisions': true, _sort: '-start', _limit: MOST },
    lines: 2,
    draw(answer) {
      const { rows, total } = answer.table();
      ended = { rows: rows.map(it => it.fields).reverse(), total };
      at ??= answer.at;
      return drawn();
    },
  });
  const now = place(context, {
    words: ['table', 'open-matches'],
    options: { key: name },
    pace: 'lead',
    lines: 1,
    draw(answer) {
      open = answer.rows();
      at = answer.at;
      if (ended !== null) {
        picture.replaceChildren(...drawn().filter(Boolean));
      }
      return el('p', { class: 'lead' }, open.length === 0 ? (seesOwnRowsOnly() ? 'You do not hold it now.' : 'Nobody holds it now.') : ['Held by ', el('strong', null, open[0].customer), ` since ${localTime(open[0].start)}.`]);
    },
  });
  const records = dataTable(context, { title: 'Each match, with every revision', words: ['table', 'match-records'], options: { key: name, 'all-revisions': true }, nothing: 'No match of it has ended.' });
  main.append(
    head(name, { crumbs: [['Resources', '/resources']] }), now,
    card('Timeline', { note: '◆ marks what a late event has corrected; the replaced part is hatched in the lane below.' }, picture),
    records);
}
