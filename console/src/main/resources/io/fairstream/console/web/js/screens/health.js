/** The books: whether every record was accounted once, what was refused and why, who is silent, what waits. */

import { el, text } from '../dom.js';
import { localTime, span } from '../durations.js';
import { card, empty, tile, tiles } from '../parts.js';
import { place } from '../place.js';
import { byReason } from '../rejected.js';
import { partTable } from '../small-table.js';
import { dataTable } from '../table.js';

const MOST = 2000;
const SILENT_SECONDS = 3600;

export const title = () => 'Health';

function audit(context) {
  const state = el('span', { class: 'count', role: 'status' }, 'Not asked yet');
  const button = el('button', { type: 'button', id: 'audit', class: 'primary' }, 'Audit now');
  const result = el('div', { class: 'place' });
  let began = 0;
  let clock = 0;
  let asked = null;
  const finish = words => {
    clearInterval(clock);
    button.disabled = false;
    result.removeAttribute('aria-busy');
    state.textContent = words;
  };
  function run() {
    began = performance.now();
    button.disabled = true;
    result.setAttribute('aria-busy', 'true');
    clearInterval(clock);
    clock = setInterval(() => (state.textContent = `Running, ${Math.round((performance.now() - began) / 1000)} s. It waits until the topology has caught up.`), 500);
    if (asked === null) {
      asked = context.feed.add({ pace: 'once', words: () => ['audit'], options: () => ({ _limit: 1000 }), onanswer: drawn, onproblem: problem => finish(problem.message) });
    } else {
      asked.again();
    }
  }
  function drawn(answer) {
    const rows = answer.rows();
    const broken = rows.filter(it => !it.holds).length;
    finish(`Asked in ${((performance.now() - began) / 1000).toFixed(1)} s, as of ${answer.at}`);
    result.replaceChildren(
      el('p', { class: broken === 0 ? 'verdict good' : 'verdict bad' }, broken === 0 ? `✓ All ${rows.length} checks hold.` : `✗ ${broken} of ${rows.length} checks do not hold.`),
      partTable('Checks', answer, undefined));
  }
  button.addEventListener('click', run);
  context.signal.addEventListener('abort', () => clearInterval(clock));
  return card('Audit: every record once, every table what its charges add up to', { className: 'table-card', tools: [state, button] }, result);
}

function reasons(context) {
  return place(context, {
    words: ['table', 'rejections'],
    options: { _sort: '-at', _limit: MOST },
    draw(answer) {
      const groups = byReason(answer.rows());
      if (groups.length === 0) {
        return empty('Nothing was refused.');
      }
      const cell = (text, isNumber) => el('td', { class: isNumber ? 'number' : null }, text);
      return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': 'Refused by reason, table' }, el('table', { class: 'plain-table' },
        el('caption', { class: 'visually-hidden' }, 'Refused by reason'),
        el('thead', null, el('tr', null, ['TOPIC', 'REASON', 'FIELD', 'REFUSED', 'NEWEST', 'EXAMPLE'].map((name, i) => el('th', { scope: 'col', class: i === 3 ? 'number' : null }, name)))),
        el('tbody', null, groups.map(it => el('tr', null, cell(it.topic), cell(it.reason), cell(el('code', null, it.field || '–')), cell(it.count.toLocaleString('en'), true), cell(localTime(it.newest)), cell(it.example))))));
    },
  });
}

export function show(context) {
  const { main } = context;
  const figures = { waiting: tile('Records waiting'), silent: tile('Silent sources'), refused: tile('Refused'), instances: tile('Instances') };
  const lead = el('p', { class: 'lead' }, 'Nothing is lost: each record is applied, a duplicate, without effect, refused with a reason, or a dead letter.');
  const status = place(context, {
    words: ['status'],
    pace: 'lead',
    otherwise(problem) {
      lead.className = 'lead bad';
      text(lead, problem.status === 503 ? `Kafka is away: nothing is known of this moment. ${problem.message}` : problem.message);
      Object.values(figures).forEach(it => it.tell('–', { note: 'not known now' }));
      return false;
    },
    draw(answer) {
      const sources = answer.rows('source');
      const sum = name => sources.reduce((total, it) => total + (it[name] ?? 0), 0);
      const silent = sources.filter(it => it.silentSeconds > SILENT_SECONDS);
      lead.textContent = answer.sentences[0] ?? lead.textContent;
      figures.waiting.tell(sum('waiting').toLocaleString('en'), { note: 'lag of the topology' });
      figures.silent.tell(String(silent.length), { note: silent.length > 0 ? `${silent[0].topic ?? silent[0].source} for ${span(silent[0].silentSeconds)}` : 'all have sent within an hour' });
      figures.refused.tell(sum('rejected').toLocaleString('en'), { note: 'of all that was read' });
      figures.instances.tell(String(answer.rows('instance').length), { note: 'that run the topology' });
      lead.className = 'lead';
      return [...answer.warnings.map(text => el('p', { class: 'warning' }, text)), partTable('Sources', answer, 'source'), partTable('Instances', answer, 'instance')];
    },
  });
  main.append(
    el('div', { class: 'head' }, el('h1', null, 'Health'), lead),
    tiles(Object.values(figures)),
    audit(context),
    card('Sources and instances', { className: 'table-card', note: 'SILENT is the time since the newest record was sent.' }, status),
    card('Refused, by reason and field', { className: 'table-card' }, reasons(context)),
    dataTable(context, { title: 'Each refused record', words: ['table', 'rejections'], prefix: 'refused', nothing: 'Nothing was refused.' }));
}
