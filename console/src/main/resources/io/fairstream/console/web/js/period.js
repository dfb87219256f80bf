/** The picker of a period: from when to when, in the address. */

import { el } from './dom.js';
import { labelled, select } from './parts.js';

const STARTS = [['now-1days', 'the last day'], ['now-7days', 'the last 7 days'], ['now-30days', 'the last 30 days'], ['1970-01-01', 'all there is'], ['own', 'from …']];

/** The period of the address as options of a report. */
export const periodOptions = (context, otherwise = 'now-7days') => ({ start: context.query.get('start') || otherwise, end: context.query.get('end') || null });

/** @param {import('./main.js').Context} context */
export function periodPicker(context, otherwise = 'now-7days') {
  const { start } = periodOptions(context, otherwise);
  const isOwn = !STARTS.some(([value]) => value === start) || context.query.has('end');
  const time = (id, label, value) => el('input', { id, type: 'text', size: 20, value: value ?? '', placeholder: '2026-01-05T08:00:00Z', spellcheck: 'false', autocomplete: 'off', 'aria-label': label,
    onchange: event => context.setQuery({ [id]: event.target.value.trim() }, true) });
  const own = el('span', { class: 'row', hidden: !isOwn }, time('start', 'From', isOwn ? start : ''), el('span', { class: 'prefix' }, 'to'), time('end', 'To, without it now', context.query.get('end')));
  const choice = select(STARTS, isOwn ? 'own' : start, value => {
    own.hidden = value !== 'own';
    if (value !== 'own') {
      context.setQuery({ start: value === otherwise ? '' : value, end: '' }, true);
    } else {
      own.querySelector('input').focus();
    }
  });
  return el('div', { class: 'fields' }, labelled('Period', choice), own);
}
