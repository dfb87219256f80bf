/** Parts that many screens have: heads, cards, tiles, problems, skeletons, empty states, the picker of an instant. */

import { commandLine } from './api.js';
import { el, freshId, text } from './dom.js';

/**
 * The head of a screen.
 *
 * @param {string} title
 * @param {{lead?: (string|Node|Array), crumbs?: Array<[string, string]>, actions?: Node[]}} [more]
 */
export function head(title, { lead, crumbs = [], actions = [] } = {}) {
  return el('div', { class: 'head' },
    crumbs.length > 0 && el('p', { class: 'crumbs' }, crumbs.map(([label, href], i) => [i > 0 && ' / ', el('a', { href }, label)])),
    el('div', { class: 'head-line' }, el('h1', null, title), actions.length > 0 && el('div', { class: 'actions' }, actions)),
    lead !== undefined && el('p', { class: 'lead' }, lead));
}

/** A card with a heading; `tools` stand at its right. */
export function card(title, { level = 2, tools = [], note, className = '', labelled = true } = {}, ...children) {
  const id = freshId('card');
  const body = el('div', { class: 'card-body' }, children);
  const node = el('section', { class: `card ${className}`.trim(), 'aria-labelledby': labelled && title ? id : null },
    title && el('div', { class: 'card-head' }, el(`h${level}`, { id }, title), tools.length > 0 && el('div', { class: 'tools' }, tools)),
    note && el('p', { class: 'note' }, note),
    body);
  return Object.assign(node, { body });
}

/** A figure with its name; `figure` can be set anew. */
export function tile(label, { href, note = '' } = {}) {
  const figure = el('dd', { class: 'figure' }, el('span', { class: 'ghost' }, ' '));
  const small = el('dd', { class: 'tile-note' }, note);
  const extra = el('dd', { class: 'tile-extra' });
  const node = el('div', { class: 'tile' }, el('dt', null, href ? el('a', { href }, label) : label), figure, small, extra);
  return Object.assign(node, {
    extra,
    /** @param {string} value @param {{exact?: string, note?: string}} [more] */
    tell(value, more = {}) {
      text(figure, value);
      figure.title = more.exact ?? '';
      if (more.exact) {
        figure.dataset.value = more.exact;
      }
      if (more.note !== undefined) {
        text(small, more.note);
      }
    },
  });
}

export const tiles = (...all) => el('dl', { class: 'tiles' }, all);

/** The server's words in the place of what it could not give. */
export function problemBox(problem, again) {
  const kind = { 401: 'Not signed in', 403: 'Not yours to see', 404: 'Nothing there', 422: 'Nothing to show', 400: 'Refused', 503: 'Not available now' };
  return el('div', { class: problem.status === 422 ? 'problem mild' : 'problem', role: problem.status === 422 ? 'status' : 'alert' },
    el('strong', null, kind[problem.status] ?? 'No answer'),
    el('p', null, problem.message),
    again && el('button', { type: 'button', onclick: again }, 'Ask again'));
}

/** What is there while nothing is known yet. */
export function skeleton(lines = 4) {
  return el('div', { class: 'skeleton', 'aria-hidden': 'true' }, Array.from({ length: lines }, () => el('span')));
}

/** Why there is nothing, and what would fill it. */
export function empty(sentence, words, options) {
  return el('div', { class: 'empty' }, el('p', null, sentence),
    words && el('p', null, el('code', null, typeof words === 'string' ? words : commandLine(words, options))));
}

/** Sentences and warnings of an answer. */
export const sentences = answer => [
  ...answer.sentences.map(it => el('p', { class: 'sentence' }, it)),
  ...answer.warnings.map(it => el('p', { class: 'warning' }, it)),
];

/** The command that shows the same in a terminal. */
export const typed = (words, options) => el('code', { class: 'typed', title: 'The same in a terminal' }, commandLine(words, options));

/** A field with a label. */
export function labelled(label, input, hint) {
  input.id ||= freshId('field');
  return el('div', { class: 'field' }, el('label', { for: input.id }, label), input, hint && el('small', null, hint));
}

/** A choice of a few as a select. */
export const select = (options, value, onchange, props = {}) =>
  el('select', { ...props, value, onchange: event => onchange(event.target.value) },
    options.map(option => {
      const [key, label] = Array.isArray(option) ? option : [option, option];
      return el('option', { value: key }, label);
    }));

/** A choice of a few that are links: the chosen one is current. */
export const tabs = (label, options, chosen, hrefOf) =>
  el('nav', { class: 'tabs', 'aria-label': label },
    options.map(([key, name]) => el('a', { href: hrefOf(key), 'aria-current': key === chosen ? 'page' : null }, name)));

/**
 * The instant that is shown: now, the newest row's, or a time; it stands in the address.
 *
 * @param {import('./main.js').Context} context
 */
export function instantPicker(context) {
  const at = context.query.get('at') ?? '';
  const isTime = at !== '' && at !== 'latest' && at !== 'now';
  const time = el('input', { id: 'at-time', type: 'text', value: isTime ? at : '', placeholder: '2026-01-06T08:00:00Z', size: 20,
    'aria-label': 'Instant, ISO-8601', spellcheck: 'false', autocomplete: 'off',
    onchange: event => context.setQuery({ at: event.target.value.trim() }, true) });
  const kinds = [['', 'now'], ['latest', 'newest row'], ['time', 'at a time']];
  const kind = select(kinds, isTime ? 'time' : at, value => {
    time.hidden = value !== 'time';
    if (value === 'time') {
      time.focus();
    } else {
      context.setQuery({ at: value }, true);
    }
  }, { id: 'at-kind', 'aria-label': 'As of' });
  time.hidden = !isTime;
  return el('div', { class: 'instant' }, el('span', { class: 'prefix', 'aria-hidden': 'true' }, 'as of'), kind, time);
}

/** The instant of the address as an option of a command. */
export const atOption = context => context.query.get('at') || null;
