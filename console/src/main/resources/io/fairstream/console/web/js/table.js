/** A table of a command: sorted and searched by the server, in windows, with every exact value at hand. */

import { apiAddress, commandLine, noRows, seesOwnRowsOnly } from './api.js';
import { debounced, el, isReducedMotion, refill, text, visible } from './dom.js';
import { localTime } from './durations.js';
import { exactField } from './exact.js';
import { linkOf } from './links.js';
import { card, empty } from './parts.js';
import { place } from './place.js';

const WINDOW = 200;
const FIND_WAIT = 200;

const headerText = (column, headers) => headers[column.name] ?? column.header.replaceAll('\n', ' ');

/**
 * @typedef {object} TableOptions
 * @property {string} title
 * @property {string[]} words
 * @property {object|function(): object} [options]
 * @property {string} [part] of the answer; without it the first table
 * @property {string} [prefix] of its names in the address, where a screen has several tables
 * @property {string} [key] name of the column that tells rows apart
 * @property {number} [limit] rows of a window
 * @property {'lead'|'follow'|'once'} [pace]
 * @property {Object<string, function>} [links]
 * @property {Object<string, function(HTMLElement, object, object)>} [dress] changes a cell, by column: (td, fields, row)
 * @property {Object<string, string>} [headers] in the stead of the usual, by column
 * @property {Array<{name: string, header: string, number?: boolean, after?: string, draw: function(HTMLElement, object, number)}>} [extra]
 * @property {string[]} [hide] columns that are not shown without asking
 * @property {string[]} [show] columns that are, although people do not see them in a terminal
 * @property {string[]} [flash] columns of which a change is shown for a moment
 * @property {string} [nothing] why there are no rows
 * @property {string} [fills] the command that would fill it
 * @property {function(import('./api.js').Answer, object)} [onanswer]
 * @property {boolean} [plain] without find box
 * @property {number} [level] of the heading
 */

class TableView {
  constructor(context, options) {
    this.context = context;
    this.it = { prefix: '', limit: WINDOW, pace: 'follow', links: {}, dress: {}, headers: {}, extra: [], hide: [], show: [], flash: [], level: 2, ...options };
    this.rows = new Map();
    this.section = null;
    this.table = el('table', null, el('caption', { class: 'visually-hidden' }, this.it.title), el('thead'), el('tbody'), el('tfoot'));
    this.count = el('span', { class: 'count', role: 'status' });
    this.pager = el('div', { class: 'pager', hidden: true });
    this.warnings = el('div', { class: 'table-warnings' });
    this.place = place(context, {
      words: this.it.words,
      options: () => this.asked(),
      pace: this.it.pace,
      lines: 8,
      draw: (answer, node) => this.draw(answer, node),
    });
    this.card = card(this.it.title, { level: this.it.level, className: 'table-card', tools: this.tools(), note: this.it.note }, this.warnings, this.place, this.foot());
  }

  name(part) {
    return this.it.prefix ? `${this.it.prefix}.${part}` : part;
  }

  state(part) {
    return this.context.query.get(this.name(part));
  }

  change(changes) {
    this.context.setQuery(Object.fromEntries(Object.entries(changes).map(([part, value]) => [this.name(part), value])));
    this.links();
    this.place.again();
  }

  own() {
    return typeof this.it.options === 'function' ? this.it.options() : (this.it.options ?? {});
  }

  asked() {
    return { ...this.own(), _part: this.it.part, _sort: this.state('sort') || this.own()._sort, _find: this.state('find') || this.own()._find, _offset: this.state('offset'), _limit: this.it.limit };
  }

  tools() {
    const find = el('input', { type: 'search', class: 'find', value: this.state('find') ?? '', placeholder: 'Find', 'aria-label': `Find in ${this.it.title}`, id: `find${this.it.prefix && '-'}${this.it.prefix}` });
    find.addEventListener('input', debounced(FIND_WAIT, () => this.change({ find: find.value, offset: '' })));
    const all = el('button', { type: 'button', class: 'quiet', 'aria-pressed': String(this.state('columns') === 'all'),
      onclick: event => {
        const isAll = this.state('columns') !== 'all';
        event.currentTarget.setAttribute('aria-pressed', String(isAll));
        this.change({ columns: isAll ? 'all' : '' });
      } }, 'All columns');
    this.csv = el('a', { class: 'quiet', download: '' }, 'CSV');
    this.json = el('a', { class: 'quiet', download: '' }, 'JSON');
    this.links();
    return [this.count, !this.it.plain && find, all, this.csv, this.json];
  }

  links() {
    const whole = format => apiAddress(this.it.words, { ...this.own(), _part: this.it.part, _sort: this.state('sort') || this.own()._sort, _find: this.state('find') || this.own()._find, _format: format });
    this.csv.href = whole('csv');
    this.json.href = whole('json');
    text(this.typed ??= el('code', { class: 'typed', title: 'The same in a terminal' }), commandLine(this.it.words, this.own()));
  }

  foot() {
    return el('div', { class: 'table-foot' }, this.typed, this.pager);
  }

  draw(answer, node) {
    const section = answer.table(this.it.part);
    this.section = section;
    this.it.onanswer?.(answer, section);
    this.links();
    refill(this.warnings, answer.warnings.map(it => el('p', { class: 'warning' }, it)));
    if (!section || section.rows.length === 0) {
      this.rows.clear();
      text(this.count, section ? '0 rows' : '');
      this.pager.hidden = true;
      const hasFilter = Boolean(this.state('find'));
      return empty(noRows(hasFilter ? 'No row has this text.' : (this.it.nothing ?? 'There are no rows.'), this.it.words), hasFilter || seesOwnRowsOnly(this.it.words) ? null : this.it.fills);
    }
    const columns = this.columns(section);
    this.drawHead(columns);
    this.drawBody(section, columns);
    this.drawFoot(section, columns);
    this.drawPager(section);
    if (!node.contains(this.table)) {
      return el('div', { class: 'table-scroll', role: 'region', tabindex: 0, 'aria-label': `${this.it.title}, table` }, this.table);
    }
    return undefined;
  }

  columns(section) {
    const isAll = this.state('columns') === 'all';
    const own = section.columns
      .map((column, index) => ({ ...column, index }))
      .filter(column => isAll || this.it.show.includes(column.name) || (column.shown && !this.it.hide.includes(column.name)));
    for (const extra of this.it.extra) {
      const at = extra.after === undefined ? 0 : own.findIndex(column => column.name === extra.after) + 1;
      own.splice(at, 0, { ...extra, isExtra: true });
    }
    return own;
  }

  drawHead(columns) {
    const sort = this.state('sort') ?? '';
    const sorted = sort.replace(/^-/, '');
    const signature = JSON.stringify([columns.map(it => it.name), sort]);
    if (this.signature === signature) {
      return;
    }
    if (this.columnNames !== JSON.stringify(columns.map(it => it.name))) {
      this.rows.clear();
      this.table.tBodies[0].replaceChildren();
      this.columnNames = JSON.stringify(columns.map(it => it.name));
    }
    this.signature = signature;
    this.table.tHead.replaceChildren(el('tr', null, columns.map(column => this.headCell(column, sort, sorted))));
  }

  headCell(column, sort, sorted) {
    const align = column.number ? 'number' : null;
    if (column.isExtra) {
      return el('th', { scope: 'col', class: align, 'data-column': column.name }, column.header);
    }
    const isSorted = sorted === column.name;
    const isDown = isSorted && sort.startsWith('-');
    const next = !isSorted ? column.name : isDown ? '' : `-${column.name}`;
    return el('th', { scope: 'col', class: align, 'data-column': column.name, 'aria-sort': isSorted ? (isDown ? 'descending' : 'ascending') : null },
      el('button', { type: 'button', onclick: () => this.change({ sort: next, offset: '' }) },
        headerText(column, this.it.headers), el('span', { class: 'arrow', 'aria-hidden': 'true' }, isSorted ? (isDown ? ' ▼' : ' ▲') : '')));
  }

  drawBody(section, columns) {
    const body = this.table.tBodies[0];
    const before = isReducedMotion() || section.rows.length > 60 ? null : new Map([...this.rows].map(([key, tr]) => [key, tr.offsetTop]));
    const next = new Map();
    const seen = new Map();
    section.rows.forEach((row, i) => {
      const stem = this.it.key ? exactField(row.fields, this.it.key) : String(i);
      const times = seen.get(stem) ?? 0;
      seen.set(stem, times + 1);
      const key = times === 0 ? stem : `${stem}#${times}`;
      const tr = this.rows.get(key) ?? el('tr', null, columns.map(column => el('td', { class: column.number ? 'number' : null, 'data-column': column.name })));
      tr.dataset.row = section.offset + i;
      this.drawRow(tr, row, columns, section.offset + i);
      next.set(key, tr);
    });
    this.rows = next;
    const order = [...next.values()];
    if (order.length !== body.rows.length || order.some((tr, i) => body.rows[i] !== tr)) {
      body.replaceChildren(...order);
    }
    if (before?.size > 0) {
      next.forEach((tr, key) => glide(tr, before.get(key)));
    }
  }

  drawRow(tr, row, columns, index) {
    columns.forEach((column, c) => {
      const td = tr.cells[c];
      if (column.isExtra) {
        column.draw(td, row.fields, index, row);
        return;
      }
      const exact = exactField(row.fields, column.name);
      if (td.dataset.value !== exact || td.firstChild === null) {
        const isChange = td.dataset.value !== undefined && td.dataset.value !== exact;
        td.dataset.value = exact;
        td.title = visible(exact);
        this.drawCell(td, row, column);
        if (isChange && this.it.flash.includes(column.name)) {
          flash(td);
        }
      }
      this.it.dress[column.name]?.(td, row.fields, row);
    });
  }

  drawCell(td, row, column) {
    const shown = localTime(row.cells[column.index] ?? '');
    const href = linkOf(column.name, row.fields, this.it.links);
    const old = td.firstElementChild;
    if (href && shown.trim() !== '') {
      if (old?.tagName === 'A') {
        old.setAttribute('href', href);
        text(old, shown);
      } else {
        td.replaceChildren(el('a', { href }, shown));
      }
      td.classList.toggle('indented', shown.startsWith(' '));
    } else {
      text(td, shown);
    }
  }

  drawFoot(section, columns) {
    const foot = this.table.tFoot;
    if (!section.sum) {
      foot.replaceChildren();
      return;
    }
    foot.replaceChildren(el('tr', null, columns.map(column =>
      el('td', { class: column.number ? 'number' : null }, column.isExtra ? '' : section.sum[column.index]))));
  }

  drawPager({ total, offset, rows }) {
    const last = offset + rows.length;
    text(this.count, total > rows.length ? `${(offset + 1).toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}` : `${total.toLocaleString('en')} ${total === 1 ? 'row' : 'rows'}`);
    this.pager.hidden = total <= rows.length;
    if (this.pager.hidden) {
      return;
    }
    const { limit } = this.it;
    const pages = Math.ceil(total / limit);
    const page = Math.floor(offset / limit) + 1;
    const step = (label, name, to, isOff) =>
      el('button', { type: 'button', class: 'quiet', 'aria-label': name, disabled: isOff, onclick: () => this.change({ offset: to > 0 ? to : '' }) }, label);
    if (this.pager.dataset.page === `${page}/${pages}`) {
      return;
    }
    this.pager.dataset.page = `${page}/${pages}`;
    const jump = el('input', { type: 'number', min: 1, max: pages, value: page, class: 'page', 'aria-label': `Page of ${pages}`,
      onchange: event => {
        const to = Math.min(pages, Math.max(1, Number(event.target.value) || 1));
        this.change({ offset: to > 1 ? (to - 1) * limit : '' });
      } });
    this.pager.replaceChildren(
      step('«', 'First page', 0, page === 1), step('‹', 'Page before', (page - 2) * limit, page === 1),
      jump, el('span', { class: 'faint' }, `of ${pages.toLocaleString('en')}`),
      step('›', 'Next page', page * limit, page === pages), step('»', 'Last page', (pages - 1) * limit, page === pages));
  }
}

function flash(td) {
  if (!isReducedMotion()) {
    td.animate([{ backgroundColor: 'var(--flash)' }, { backgroundColor: 'transparent' }], { duration: 900, easing: 'ease-out' });
  }
}

function glide(tr, before) {
  const by = before === undefined ? 0 : before - tr.offsetTop;
  if (by !== 0) {
    tr.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration: 320, easing: 'ease-out' });
  }
}

/** @param {import('./main.js').Context} context @param {TableOptions} options @returns {HTMLElement & {again: function()}} */
export function dataTable(context, options) {
  const view = new TableView(context, options);
  return Object.assign(view.card, { again: () => view.place.again() });
}
