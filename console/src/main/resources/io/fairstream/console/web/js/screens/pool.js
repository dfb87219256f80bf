/** Pool now: who holds, who is owed, who wants; live. */

import { drawSpark } from '../charts/spark.js';
import { drawBullet, drawStrip } from '../charts/strip.js';
import { colourOf } from '../colours.js';
import { el, text } from '../dom.js';
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

/** One sentence that says what the number means and who is next. */
function sentence(rows) {
  const people = rows.filter(it => !it.group);
  const next = people[0];
  if (!next) {
    return 'Nobody has used anything yet.';
  }
  const most = people.reduce((a, b) => (b.weightInUse > a.weightInUse ? b : a));
  return [
    'Machines are divided in inverse proportion to the effective priority: lower is better. Next in line is ',
    el('a', { href: address('/customer', next.customer) }, el('strong', null, next.customer)),
    ` at ${next.effectivePriority.toLocaleString('en', { maximumFractionDigits: 2 })}, who holds ${next.weightInUse.toLocaleString('en')}`,
    most.weightInUse > 0 && most !== next && [`; ${most.customer} holds the most, ${most.weightInUse.toLocaleString('en')}`],
    '.',
  ];
}

function tellEvents(figures, tallies) {
  const sum = name => tallies.reduce((total, it) => total + it[name], 0);
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
  const options = () => ({ 'all-users': context.query.has('all'), at: at ?? 'latest' });
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
  const ranks = new Map();
  let hasGroups = false;
  let inUse = 0;

  const holders = el('div', { class: 'place' }, skeleton(3));
  function drawHolders(rows) {
    const holding = rows.filter(it => !it.group && it.weightInUse > 0).sort((a, b) => b.weightInUse - a.weightInUse);
    inUse = holding.reduce((sum, it) => sum + it.weightInUse, 0);
    figures.weight.tell(inUse.toLocaleString('en'), { exact: String(inUse), note: `held by ${holding.length}` });
    if (holding.length === 0) {
      holders.replaceChildren(el('p', { class: 'empty' }, 'Nothing is in use.'));
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

  const division = question(context, ['negotiate'], () => ({ slots: Math.max(1, Math.ceil(inUse)), at, _sort: 'effectivePriority', _limit: HOLDERS }), at,
    answer => answer.rows().forEach((it, i) => {
      owed.set(it.submitter, it.share);
      ranks.set(it.submitter, String(i + 1));
    }));
  // Below their groups customers are not in the order of their priorities.
  const rankOf = ({ customer, group }, index) => (group ? '' : hasGroups ? (ranks.get(customer) ?? '') : String(index + 1));
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
      { name: 'rank', header: '#', number: true, draw: (td, fields, index) => text(td, rankOf(fields, index)) },
      { name: 'holds', header: 'HOLDS / IS OWED', after: 'customer', draw: (td, fields) => drawBullet(td, inUse > 0 ? fields.weightInUse / inUse : 0, owed.get(fields.customer)) },
      { name: 'trend', header: 'TREND', after: 'effectivePriority', draw: drawTrend },
    ],
    nothing: 'Nobody has used anything within the last day.',
    fills: 'fairstream produce matches --bootstrap-server HOST:PORT < matches.jsonl',
    onanswer(answer, section) {
      const rows = section.rows.map(it => it.fields);
      remember(rows, answer.at);
      hasGroups = rows.some(it => it.group);
      if (section.total === rows.length && !context.query.get('find')) {
        drawHolders(rows);
      } else {
        askHolders();
      }
      const isInOrder = !context.query.get('find') && !context.query.get('sort') && !context.query.get('offset');
      if (isInOrder) {
        lead.replaceChildren(...[sentence([...rows].sort((a, b) => a.effectivePriority - b.effectivePriority))].flat(Infinity).filter(Boolean));
      }
      figures.customers.tell(section.total.toLocaleString('en'), { note: context.query.has('all') ? 'ever' : 'active in the last day' });
      division();
    },
  });

  question(context, ['table', 'open-matches'], () => ({ _limit: 1 }), at, answer => figures.matches.tell((answer.table()?.total ?? 0).toLocaleString('en'), { note: 'resources that are held' }));
  question(context, ['jobs'], () => ({ state: 'PENDING', _limit: 1 }), at, answer => figures.waiting.tell((answer.table()?.total ?? 0).toLocaleString('en'), { note: 'as schedulers say' }));
  question(context, ['table', 'tallies'], () => ({ _limit: 1000 }), at, answer => tellEvents(figures, answer.rows()));

  const all = context.query.has('all');
  const everybody = el('button', { id: 'everybody', type: 'button', 'aria-pressed': String(all), class: 'quiet',
    onclick: () => context.setQuery({ all: all ? '' : true, offset: '' }, true) }, 'Everybody ever');
  main.append(
    el('div', { class: 'head' },
      el('div', { class: 'head-line' }, el('h1', null, 'Pool now'), el('div', { class: 'actions' }, everybody, instantPicker(context, 'newest row'))), lead),
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
