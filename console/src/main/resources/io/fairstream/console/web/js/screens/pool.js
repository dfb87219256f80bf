/** Pool now: who holds, who is owed, who wants; live. */

import { numberOf, seesOwnRowsOnly } from '../api.js';
import { drawSpark } from '../charts/spark.js';
import { drawBullet, drawStrip } from '../charts/strip.js';
import { colourOf } from '../colours.js';
import { el, refill, text } from '../dom.js';
import { exactText } from '../exact.js';
import { atOption, card, instantPicker, skeleton, tile, tiles } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const HOLDERS = 200;
const POINTS = 90;
const LEAST_STEP_MILLIS = 900;
const NOTICEABLE = 0.0005;

/** What each customer's effective priority was since the page was opened: [milliseconds, value]. */
const past = new Map();
let events = null;

export const title = () => 'Pool now';

function remember(rows, at) {
  const now = Date.parse(at);
  for (const { customer, effectivePriority } of rows) {
    const points = past.get(customer) ?? [];
    const last = points.at(-1);
    if (!last || now - last[0] >= LEAST_STEP_MILLIS) {
      points.push([now, effectivePriority]);
      past.set(customer, points.slice(-POINTS));
    }
  }
}

function drawTrend(td, { customer }) {
  const points = past.get(customer) ?? [];
  const change = points.length > 1 ? points.at(-1)[1] / points[0][1] - 1 : 0;
  const isSame = Math.abs(change) < NOTICEABLE;
  const words = isSame ? 'steady' : `${change < 0 ? '▼ better' : '▲ worse'} ${Math.abs(change * 100).toFixed(1)} %`;
  drawSpark(td, points, { label: `Effective priority since the page was opened: ${words}` });
  td.className = `trend ${isSame ? '' : change < 0 ? 'good' : 'bad'}`;
  if (td.childNodes.length === 1) {
    td.append(el('span'));
  }
  text(td.lastChild, words);
}

function drawName(td, { customer, group }) {
  td.classList.toggle('swatched', !group);
  td.style.setProperty('--c', colourOf(customer));
}

const MEANING = 'Machines are divided in inverse proportion to the effective priority: lower is better, and #1 is served first. ';
const number = value => value.toLocaleString('en', { maximumFractionDigits: 2 });
const link = ({ customer }) => el('a', { href: address('/customer', customer) }, el('strong', null, customer));

/**
 * One sentence that says what the number means and who is next; to who sees own rows only, where they are.
 *
 * @param {boolean} isAll false if there are further rows on other pages
 */
function sentence(entries, isAll) {
  if (seesOwnRowsOnly()) {
    const ranked = entries.filter(it => it.cell('rank'));
    return [MEANING, ...ranked.flatMap(it => [link(it.fields), ` is #${it.cell('rank')} of ${it.cell('ranked')}. `])];
  }
  const people = entries.filter(it => !it.fields.group).sort((a, b) => a.fields.effectivePriority - b.fields.effectivePriority || (a.fields.customer < b.fields.customer ? -1 : 1));
  if (people.length === 0) {
    return 'Nobody has used anything within the last day.';
  }
  const first = people.filter(it => it.cell('rank') === '1').map(it => it.fields);
  const [next] = first;
  if (!next) {
    return MEANING;
  }
  if (first.length > 1) {
    return [MEANING, `${!isAll && first.length === people.length ? 'At least ' : ''}${first.length.toLocaleString('en')} tie for the first place at ${number(next.effectivePriority)}; by name the first is `, link(next), '.'];
  }
  const most = people.map(it => it.fields).reduce((a, b) => (b.weightInUse > a.weightInUse ? b : a));
  return [
    MEANING, 'Next in line is ', link(next), ` at ${number(next.effectivePriority)}, who holds ${number(next.weightInUse)}`,
    isAll && most.weightInUse > 0 && most !== next && [`; ${most.customer} holds the most, ${number(most.weightInUse)}`],
    '.',
  ];
}

function tellEvents(figures, counts) {
  const sum = name => counts.reduce((total, it) => total + it[name], 0);
  const read = sum('read');
  const now = performance.now();
  const rate = events && now > events.at ? Math.max(0, ((read - events.read) * 1000) / (now - events.at)) : null;
  if (!events || now - events.at > 4000) {
    events = { read, at: now };
  }
  figures.events.tell(read.toLocaleString('en'), { exact: String(read), note: rate === null ? 'since the topics began' : `${rate.toFixed(0)} a second` });
  const refused = sum('rejected');
  figures.refused.tell(refused.toLocaleString('en'), { exact: String(refused), note: refused === 0 ? 'every event was accounted' : 'see why' });
}

export function show(context) {
  const { main } = context;
  const at = atOption(context);
  const options = () => ({ 'all-users': context.query.has('all'), at });
  const lead = el('p', { class: 'lead' }, 'Lower is better.');
  const figures = {
    customers: tile('Customers'),
    weight: tile('Slot weight in use'),
    matches: tile('Open matches', { href: '/resources' }),
    waiting: tile('Jobs waiting', { href: '/jobs' }),
    events: tile('Events read'),
    refused: tile('Events refused', { href: '/health' }),
  };
  const owed = new Map();
  let inUse = 0;
  let ofAll = 0;
  let entries = [];
  let rankAt = -1;

  const holders = el('div', { class: 'place' }, skeleton(3));
  function drawHolders(rows) {
    const holding = rows.filter(it => !it.group && it.weightInUse > 0).sort((a, b) => b.weightInUse - a.weightInUse);
    inUse = holding.reduce((sum, it) => sum + it.weightInUse, 0);
    const known = numberOf(entries[0]?.cell('weightInUseOfAll'));
    ofAll = known === null || Math.abs(known - inUse) < 0.01 ? inUse : known; // a cell is rounded
    const isOfOne = seesOwnRowsOnly();
    const note = isOfOne ? `${number(inUse)} of it is yours` : inUse < ofAll ? `${number(inUse)} of it shown below` : `held by ${holding.length}`;
    if (isOfOne && known === null) {
      figures.weight.tell('–', { note: 'not known: you have no row' });
    } else {
      figures.weight.tell(number(ofAll), { exact: String(ofAll), note });
    }
    if (holding.length === 0) {
      holders.replaceChildren(el('p', { class: 'empty' }, isOfOne ? 'You hold nothing.' : 'Nothing is in use.'));
      return;
    }
    const field = holders.querySelector(':scope > .strip-place') ?? el('div', { class: 'strip-place' });
    drawStrip(field, holding.map(it => ({ name: it.customer, weight: it.weightInUse, shown: exactText(it, 'weightInUse').replace(/\.0$/, '') })));
    if (!field.isConnected) {
      holders.replaceChildren(field);
    }
  }
  // Asked for only where the table does not show everybody.
  let most = null;
  const askHolders = () => {
    most ??= context.feed.add({ words: () => ['userprio'], options: () => ({ ...options(), flat: true, _sort: '-weightInUse', _limit: HOLDERS }), pace: at ? 'once' : 'follow', onanswer: answer => drawHolders(answer.rows()), onproblem: () => {} });
  };

  const division = question(context, ['negotiate'], () => ({ slots: Math.max(1, Math.ceil(ofAll)), at, _sort: 'effectivePriority', _limit: HOLDERS }), at,
    answer => answer.rows().forEach(it => owed.set(it.submitter, it.share)));
  const table = dataTable(context, {
    title: 'Standing of each customer',
    words: ['userprio'],
    options,
    key: 'customer',
    pace: at ? 'once' : 'lead',
    flash: ['weightInUse'],
    show: ['realPriority'],
    dress: { customer: drawName },
    extra: [
      { name: 'rank', header: '#', number: true, draw: (td, fields, index, row) => text(td, row.cells[rankAt] ?? '') },
      { name: 'holds', header: 'HOLDS / IS OWED', after: 'customer', draw: (td, fields) => drawBullet(td, ofAll > 0 ? fields.weightInUse / ofAll : 0, owed.get(fields.customer)) },
      { name: 'trend', header: 'TREND', after: 'effectivePriority', draw: drawTrend },
    ],
    nothing: 'Nobody has used anything within the last day.',
    fills: 'fairstream produce matches --bootstrap-server HOST:PORT < matches.jsonl',
    onanswer(answer, section) {
      const rows = section.rows.map(it => it.fields);
      entries = answer.entries();
      rankAt = section.columns.findIndex(it => it.name === 'rank');
      remember(rows, answer.at);
      if (section.total === rows.length && !context.query.get('find')) {
        drawHolders(rows);
      } else {
        askHolders();
      }
      const isInOrder = !context.query.get('find') && !context.query.get('sort') && !context.query.get('offset');
      if (isInOrder) {
        refill(lead, sentence(entries, section.total === rows.length));
      }
      const ranked = entries.find(it => !it.fields.group)?.cell('ranked');
      if (seesOwnRowsOnly() && !ranked) {
        figures.customers.tell('–', { note: 'only your own rows are shown' });
      } else {
        figures.customers.tell(ranked || section.total.toLocaleString('en'), { note: context.query.has('all') ? 'active or not' : 'active in the last day' });
      }
      division();
    },
  });

  question(context, ['table', 'open-matches'], () => ({ _limit: 1 }), at, answer => figures.matches.tell((answer.table()?.total ?? 0).toLocaleString('en'), { note: seesOwnRowsOnly() ? 'resources that you hold' : 'resources that are held' }));
  question(context, ['jobs'], () => ({ state: 'PENDING', _limit: 1 }), at, answer => figures.waiting.tell((answer.table()?.total ?? 0).toLocaleString('en'), { note: seesOwnRowsOnly() ? 'of yours, as schedulers say' : 'as schedulers say' }));
  question(context, ['table', 'input-counts'], () => ({ _limit: 1000 }), at, answer => tellEvents(figures, answer.rows()));

  const all = context.query.has('all');
  const everybody = el('button', { id: 'everybody', type: 'button', 'aria-pressed': String(all), class: 'quiet',
    onclick: () => context.setQuery({ all: all ? '' : true, offset: '' }, true) }, 'Include inactive');
  main.append(
    el('div', { class: 'head' },
      el('div', { class: 'head-line' }, el('h1', null, 'Pool now'), el('div', { class: 'actions' }, everybody, instantPicker(context))), lead),
    tiles(Object.values(figures)),
    card('Who holds what', {}, holders),
    table);
}

/** A question whose answer fills something elsewhere; what it cannot answer is left out. */
function question(context, words, options, at, onanswer) {
  const asked = context.feed.add({ words: () => words, options, pace: at ? 'once' : 'follow', onanswer, onproblem: () => {} });
  let isFirst = true;
  return () => {
    if (isFirst) {
      isFirst = false;
      asked.again();
    }
  };
}
