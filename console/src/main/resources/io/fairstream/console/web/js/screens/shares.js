/** The share tree: four policies side by side; a share can be moved to see who would stand where. Nothing is written. */

import { edit, whoAmI } from '../api.js';
import { colourOf } from '../colours.js';
import { debounced, el, refill, text } from '../dom.js';
import { exactField } from '../exact.js';
import { askWhy } from '../why.js';
import { atOption, card, empty, head, instantPicker } from '../parts.js';
import { place } from '../place.js';
import { address } from '../router.js';
import { flat, icicle, treeOf } from '../tree.js';

const POLICIES = ['flux', 'fair-tree', 'classic', 'condor'];
const MOST = 600;
const WAIT = 200;
const NARROWEST_LABEL = 0.045;

/** Of condor it is the reciprocal of a priority, and nothing by which above and below 1 are good and bad. */
const hasLevels = policy => policy !== 'condor';

export const title = () => 'Shares';

/** `PATH=SHARES` of the address. */
const changesOf = query => Object.fromEntries(query.getAll('set').map(it => it.split('=')).filter(([path, shares]) => path && Number(shares) >= 0).map(([path, shares]) => [path, Number(shares)]));

function drawIcicle(node, roots) {
  const places = icicle(roots);
  const depth = Math.max(...places.map(it => it.node.depth), 0) + 1;
  const branch = it => (it.path.split('/').length > 1 ? it.path.split('/')[1] : it.path);
  node.style.setProperty('--depth', depth);
  node.replaceChildren(...places.map(({ node: it, left, width }) =>
    el('a', { class: 'ice', href: address(it.isUser ? '/association' : '/bank', it.path), tabindex: -1, title: `${it.path}: ${it.shares} shares, ${(it.part * 100).toFixed(1)} % among its siblings`,
      style: { left: `${left * 100}%`, width: `${width * 100}%`, top: `${(it.depth / depth) * 100}%`, height: `${100 / depth}%`, '--c': colourOf(`bank ${branch(it)}`) } },
    width > NARROWEST_LABEL ? it.name : '')));
}

export function show(context) {
  const { main } = context;
  const changes = changesOf(context.query);
  const at = atOption(context);
  const bank = context.query.get('bank');
  const moved = new Map();
  const pending = el('div', { class: 'notice row', role: 'status' });
  const written = el('div', { role: 'status' });
  const picture = el('div', { class: 'icicle', 'aria-hidden': 'true' });
  const body = el('tbody');
  const lines = new Map();
  let rows = [];
  let canEdit = false;

  function tellPending() {
    const entries = Object.entries(changes);
    const before = path => exactField(rows.find(it => it.path === path), 'rawShares');
    pending.replaceChildren(
      el('span', null, entries.length === 0 ? 'Move a share to see who would stand where. Nothing is written.' : 'What if. Nothing is written: '),
      ...entries.map(([path, shares]) => el('span', { class: 'badge' }, `${path} ${before(path)} → ${shares}`)),
      ...(entries.length === 0 ? [] : [el('button', { type: 'button', id: 'reset', onclick: () => context.setQuery({ set: '' }, true) }, 'Put back')]),
      ...(entries.length > 0 && canEdit ? [el('button', { type: 'button', id: 'apply', class: 'primary', onclick: apply }, 'Apply …')] : []));
  }

  async function apply() {
    const entries = Object.entries(changes);
    const done = await askWhy(`Write ${entries.length} ${entries.length === 1 ? 'change' : 'changes'} of shares`, entries.map(([path, shares]) => `shares set ${path} ${shares}`),
      async () => {
        const results = [];
        for (const [path, shares] of entries) {
          results.push(await edit('shares', ['set', path, String(shares)], ''));
        }
        return results;
      }, null);
    if (done) {
      entries.forEach(([path]) => delete changes[path]);
      context.setQuery({ set: '' });
      lines.clear();
      refill(written, done.flatMap(it => it.warnings).map(it => el('p', { class: 'warning' }, it)));
      askWhatIf();
      tree.again();
    }
  }

  function change(path, shares) {
    const own = rows.find(it => it.path === path)?.rawShares;
    if (shares === own) {
      delete changes[path];
    } else {
      changes[path] = shares;
    }
    context.setQuery({ set: Object.entries(changes).map(([key, value]) => `${key}=${value}`) });
    drawTree();
    again();
  }

  function line(node) {
    const max = Math.max(10, node.row.rawShares * 4);
    const range = el('input', { type: 'range', min: 0, max, step: max > 20 ? 1 : 0.1, 'aria-label': `Shares of ${node.path}`, oninput: event => change(node.path, Number(event.target.value)) });
    const number = el('input', { type: 'number', min: 0, step: 'any', class: 'narrow', 'aria-label': `Shares of ${node.path}, number`, onchange: event => change(node.path, Math.max(0, Number(event.target.value) || 0)) });
    const part = el('td', { class: 'number', 'data-column': 'part' });
    const ranks = POLICIES.map(policy => el('td', { class: 'number rank', 'data-column': `${policy}.rank` }));
    const factors = POLICIES.map(policy => el('td', { class: 'number', 'data-column': `${policy}.levelShare` }));
    const tr = el('tr', null,
      el('td', { 'data-column': 'path', 'data-value': node.path, style: { 'padding-left': `${14 + node.depth * 18}px` } }, el('a', { href: address(node.isUser ? '/association' : '/bank', node.path) }, node.name)),
      el('td', { class: 'share-cell', 'data-column': 'rawShares' }, el('span', { class: 'row nowrap' }, number, range)), part,
      POLICIES.flatMap((policy, i) => [factors[i], ranks[i]]));
    return { tr, range, number, part, ranks, factors };
  }

  function drawLine(node, index) {
    const it = lines.get(node.path) ?? line(node);
    lines.set(node.path, it);
    it.tr.dataset.row = index;
    it.range.value = node.shares;
    if (document.activeElement !== it.number) {
      it.number.value = node.shares;
    }
    it.number.closest('td').dataset.value = exactField(node.row, 'rawShares');
    it.tr.classList.toggle('changed', node.path in changes);
    text(it.part, `${(node.part * 100).toFixed(1)} %`);
    POLICIES.forEach((policy, i) => drawPolicy(it.factors[i], it.ranks[i], node, policy));
    return it.tr;
  }

  function drawPolicy(level, cell, node, policy) {
    const own = node.row[policy] ?? {};
    const exact = exactField(node.row, `${policy}.levelShare`);
    level.dataset.value = exact;
    level.title = exact;
    text(level, own.levelShare === undefined ? '' : own.levelShare.toFixed(3));
    level.classList.toggle('bad', hasLevels(policy) && own.levelShare < 1);
    cell.dataset.value = exactField(node.row, `${policy}.rank`);
    const then = moved.get(`${policy} ${node.path}`);
    const by = then === undefined || own.rank === undefined ? 0 : then - own.rank;
    cell.className = `number rank ${by > 0 ? 'good' : by < 0 ? 'bad' : ''}`;
    text(cell, own.rank === undefined ? '' : by === 0 ? `${own.rank}/${own.of}` : `${by > 0 ? '▲' : '▼'} ${own.rank} → ${then}/${own.of}`);
  }

  function drawTree() {
    const roots = treeOf(rows, changes);
    drawIcicle(picture, roots);
    const next = flat(roots).map(drawLine);
    if (next.length !== body.rows.length || next.some((tr, i) => body.rows[i] !== tr)) {
      body.replaceChildren(...next);
    }
    tellPending();
  }

  const tree = place(context, {
    words: ['shares'],
    options: { policy: POLICIES.join(','), at, bank, _limit: MOST },
    pace: at ? 'once' : 'lead',
    lines: 10,
    draw(answer, node) {
      const section = answer.table();
      rows = answer.rows();
      if (rows.length === 0) {
        return empty('There are no banks yet.', 'fairstream shares load bank_table.csv association_table.csv --bootstrap-server HOST:PORT');
      }
      drawTree();
      if (body.isConnected) {
        return undefined;
      }
      return [picture, section.total > rows.length && el('p', { class: 'warning' }, `The first ${rows.length} of ${section.total}. Choose a bank to see all of it.`), table(body)];
    },
  });
  const question = {
    words: () => ['shares', 'what-if'],
    options: () => ({ shares: Object.entries(changes).map(([path, shares]) => `${path}=${shares}`), policy: POLICIES.join(','), at, _limit: MOST * POLICIES.length }),
    pace: 'once',
    onanswer(answer) {
      moved.clear();
      answer.rows().forEach(it => moved.set(`${it.policy} ${it.path}`, it.then?.rank));
      problem.textContent = '';
      drawTree();
    },
    onproblem(cause) {
      text(problem, Object.keys(changes).length > 0 ? cause.message : '');
    },
  };
  const problem = el('p', { class: 'warning-line bad', role: 'alert' });
  let whatIf = null;
  function askWhatIf() {
    moved.clear();
    if (Object.keys(changes).length === 0) {
      problem.textContent = '';
      drawTree();
    } else if (whatIf === null) {
      whatIf = context.feed.add(question);
    } else {
      whatIf.again();
    }
  }
  const again = debounced(WAIT, askWhatIf);
  askWhatIf();

  whoAmI().then(me => {
    canEdit = me.edits && me.role === 'administrator';
    tellPending();
  }).catch(() => {});
  tellPending();
  main.append(
    head('Shares', { lead: 'Who is owed how much of the cluster, by four policies. Of flux, fair-tree and classic a level below 1 says that more was used than is owed. Rank n/n is served first, 1/n last: these are schedulers’ ranks, unlike #1 on other pages.', actions: [instantPicker(context)] }),
    bank ? el('p', null, `Only ${bank}. `, el('a', { href: '/shares' }, 'The whole tree')) : '',
    pending, written, problem,
    card('The tree', { className: 'table-card', tools: [el('a', { class: 'quiet', href: '/tables/shares' }, 'Table of shares')], note: 'Widths are shares. Drag a slider, or type a number, to move a share.' }, tree));
}

function table(body) {
  return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': 'Shares, table' },
    el('table', { class: 'share-table' }, el('caption', { class: 'visually-hidden' }, 'Shares and ranks by policy'),
      el('thead', null,
        el('tr', null, el('th', { scope: 'col', rowspan: 2 }, 'BANK OR USER'), el('th', { scope: 'col', rowspan: 2 }, 'SHARES'), el('th', { scope: 'col', rowspan: 2, class: 'number' }, 'OF SIBLINGS'),
          POLICIES.map(policy => el('th', { scope: 'colgroup', colspan: 2, class: 'policy' }, policy.toUpperCase()))),
        el('tr', null, POLICIES.map(() => [el('th', { scope: 'col', class: 'number' }, 'LEVEL'), el('th', { scope: 'col', class: 'number' }, 'RANK (n/n FIRST)')]))),
      body));
}
