/** One resource: who held it when, with late corrections marked. */

import { timeline } from '../charts/timeline.js';
import { el } from '../dom.js';
import { card, empty, head } from '../parts.js';
import { place } from '../place.js';
import { dataTable } from '../table.js';

const MOST = 300;

export const title = ({ name }) => name;

export function show(context) {
  const { main, params: { name } } = context;
  let open = [];
  let ended = [];
  let at = null;
  const picture = el('div', { class: 'place' });
  function draw() {
    const rows = [...ended, ...open];
    if (at !== null) {
      picture.replaceChildren(rows.length === 0 ? empty('No match of it is known.') : timeline(`Timeline of ${name}`, rows, at));
    }
  }
  const now = place(context, {
    words: ['table', 'open-matches'],
    options: { key: name },
    pace: 'lead',
    lines: 1,
    draw(answer) {
      open = answer.rows();
      at = answer.at;
      draw();
      return el('p', { class: 'lead' }, open.length === 0 ? 'Nobody holds it now.' : ['Held by ', el('strong', null, open[0].customer), ` since ${open[0].start}.`]);
    },
  });
  const records = dataTable(context, { title: 'Each match, with every revision', words: ['table', 'match-records'], options: { key: name, 'all-revisions': true }, limit: MOST, nothing: 'No match of it has ended.',
    onanswer(answer, section) {
      ended = (section?.rows ?? []).map(it => it.fields);
      at ??= answer.at;
      draw();
    } });
  main.append(
    head(name, { crumbs: [['Resources', '/resources']] }), now,
    card('Timeline', { note: '◆ marks what a late event has corrected; what it replaced stands hatched in the lane below.' }, picture),
    records);
}
