/** My standing: rank, what one is owed, one sentence why, and when it recovers. */

import { seesOwnRowsOnly } from '../api.js';
import { largeText } from '../charts/scale.js';
import { seriesChart } from '../charts/series.js';
import { el, refill } from '../dom.js';
import { exactText } from '../exact.js';
import { chooseOwn, ownName } from '../own.js';
import { atOption, card, head, instantPicker, tile, tiles } from '../parts.js';
import { place } from '../place.js';
import { span } from '../durations.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';
import { partTable } from '../small-table.js';

const USES = ['match', 'resource', 'day', 'hour', 'pool', 'rest'];

export const title = ({ name }) => name;

const rounded = value => (value >= 1e7 ? largeText(value, 3) : value.toLocaleString('en', { maximumFractionDigits: 2 }));
const ago = (at, now) => span((Date.parse(at) - Date.parse(now)) / 1000);

/** Why the number is what it is, from the parts: the largest use, how much is still in use, and what the factor does. */
function why(answer) {
  const sum = answer.rows('sum')[0];
  const uses = USES.flatMap(part => answer.rows(part)).filter(it => it.part !== 'rest').sort((a, b) => b.priority - a.priority);
  const most = uses[0];
  const half = answer.rows('halves')[0];
  const best = answer.rows('best')[0];
  const day = most && el('strong', null, most.name);
  return [
    most ? ['Most of it comes from ', day, `: ${(most.share * 100).toFixed(0)} % of the real priority. `] : 'Nothing was used that still counts. ',
    sum.weightInUse > 0 ? `${rounded(sum.weightInUse)} in use add to it as long as they stay. ` : 'Nothing is in use, so it gets better by itself. ',
    sum.factor !== 1 && `The factor makes it ${rounded(sum.factor)} times the real one. `,
    half?.ifUseStops && ['If use stops now, half of it is gone in ', el('strong', null, ago(half.ifUseStops, sum.at)), ` (${half.ifUseStops}). `],
    best?.ifUseStops && ['The best there is comes in ', el('strong', null, ago(best.ifUseStops, sum.at)), '.'],
  ];
}

/** What is shown of a name that no customer has, or none whom the reader may see. */
const unknown = (name, others) => [
  seesOwnRowsOnly()
    ? head(name, { lead: 'You have used nothing here under this name, or it is not yours to see.' })
    : head(`There is no customer ${name}`, { lead: 'No customer has this name.' }),
  others.length > 0 && el('p', null, 'Did you mean ', others.map((other, i) => [i > 0 && ', ', el('a', { href: address('/customer', other) }, other)]), '?'),
  el('p', { class: 'links' }, el('a', { class: 'button', href: '/me' }, 'All customers'), el('a', { class: 'button', href: '/pool' }, 'Pool now')),
  el('p', { class: 'faint' }, 'The search in the header finds users, banks, jobs, nodes and projects: press / to go there.')];

function ownButton(name) {
  const isOwn = ownName() === name;
  return el('button', { type: 'button', id: 'own', class: 'quiet', 'aria-pressed': String(isOwn), onclick: event => {
    chooseOwn(ownName() === name ? null : name);
    event.currentTarget.setAttribute('aria-pressed', String(ownName() === name));
  } }, 'This is me');
}

export function show(context) {
  const { main, params: { name } } = context;
  const at = atOption(context);
  const pace = at ? 'once' : 'follow';
  const figures = {
    rank: tile('Rank'),
    share: tile('Share owed', { href: '/negotiate' }),
    effective: tile('Effective priority', { href: address('/customer', name, 'explain') }),
    real: tile('Real priority', { href: address('/customer', name, 'explain') }),
    use: tile('Slot weight in use', { note: 'now' }),
    half: tile('Half gone', { href: address('/customer', name, 'projection') }),
  };
  const lead = el('p', { class: 'lead' });
  const chart = seriesChart({ label: `Real priority of ${name}, ahead`, unit: 'real priority', height: 190, signal: context.signal, fromZero: true });

  const explained = place(context, {
    words: ['explain', name],
    options: { as: 'customer', by: 'day', at, horizon: 'P7D', points: 120, _limit: 400 },
    pace: at ? 'once' : 'lead',
    draw(answer) {
      const sum = answer.rows('sum')[0];
      refill(lead, why(answer));
      figures.effective.tell(rounded(sum.effectivePriority), { exact: exactText(sum, 'effectivePriority'), note: 'lower is better' });
      figures.real.tell(rounded(sum.realPriority), { exact: exactText(sum, 'realPriority'), note: `× factor ${rounded(sum.factor)}` });
      figures.use.tell(rounded(sum.weightInUse), { exact: exactText(sum, 'weightInUse') });
      const half = answer.rows('halves')[0];
      figures.half.tell(half?.ifUseStops ? `in ${ago(half.ifUseStops, sum.at)}` : '–', { exact: half?.ifUseStops ?? '', note: half?.ifUseStops ? 'if use stops now' : 'the best priority already' });
      const rows = answer.rows('projection').length > 0 ? answer.rows('projection') : [{ at: sum.at, ifUseStays: sum.realPriority, ifUseStops: sum.realPriority }, ...answer.rows('outlook')];
      chart.tell(rows.map(it => Date.parse(it.at) / 1000), [
        { label: 'continues as now', colour: 'var(--c1)', dash: 0, values: rows.map(it => it.ifUseStays) },
        { label: 'stops now', colour: 'var(--c0)', dash: 1, values: rows.map(it => it.ifUseStops) }]);
      return partTable('Days that count', answer, 'day', ['name', 'weightedSeconds', 'priority', 'share']);
    },
  });

  context.feed.add({
    words: () => ['userprio', name],
    options: () => ({ flat: true, at, _limit: 10 }),
    pace,
    onproblem: problem => figures.rank.tell('–', { note: problem.message }),
    onanswer(answer) {
      const own = answer.entries().find(it => it.fields.customer === name);
      if (!own && !at) {
        main.replaceChildren(...unknown(name, answer.rows().map(it => it.customer)).filter(Boolean));
        return;
      }
      const rank = own?.cell('rank');
      figures.rank.tell(rank ? `#${rank}` : '–', { note: rank ? `of ${own.cell('ranked')} active in the last day; #1 is served first` : own?.fields.group ? 'groups have no rank' : 'not ranked: nothing used in the last day, or others are not known at this instant' });
    },
  });
  context.feed.add({
    words: () => ['negotiate'],
    options: () => ({ slots: 100, at, _find: name, _limit: 20 }),
    pace,
    onproblem: problem => figures.share.tell('–', { note: problem.status === 403 ? 'shown to administrators' : problem.message }),
    onanswer(answer) {
      const own = answer.rows().find(it => it.submitter === name);
      figures.share.tell(own ? `${(own.share * 100).toFixed(1)} %` : '–', { exact: own ? exactText(own, 'share') : '', note: own ? 'if all want everything' : 'nothing used in the last day' });
    },
  });

  main.append(
    el('div', { class: 'head' }, el('div', { class: 'head-line' }, el('h1', null, name), el('div', { class: 'actions' }, ownButton(name), instantPicker(context))), lead),
    tiles(Object.values(figures)),
    el('div', { class: 'links' },
      el('a', { class: 'button', href: address('/customer', name, 'explain') }, 'Explain every digit'),
      el('a', { class: 'button', href: address('/customer', name, 'projection') }, 'Project it'),
      el('a', { class: 'button', href: address('/user', name.split('@')[0], 'jobs') }, 'Jobs'),
      el('a', { class: 'button', href: address('/history', '', '', { customer: name }) }, 'History'),
      el('a', { class: 'button', href: address('/tables', 'charges', '', { key: name }) }, 'Journal')),
    el('div', { class: 'columns wide-left' },
      card('The week ahead', {}, chart),
      card('Days that count', { className: 'table-card' }, explained)),
    dataTable(context, { title: 'What is held now', words: ['userprio'], options: { matches: name }, key: 'resource', nothing: 'Nothing is held now.', pace }));
}
