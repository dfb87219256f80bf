/** Edits and leases: by whom, why, until when, how to undo them; and forms for new ones where that is allowed. */

import { edit, whoAmI } from '../api.js';
import { el } from '../dom.js';
import { card, empty, head, labelled, select } from '../parts.js';
import { askWhy } from '../why.js';
import { dataTable } from '../table.js';

/** Option, what it is called, what its value is (none for those without), and whether it may be lent. */
const KINDS = [
  ['--set-factor', 'Set the factor', 'factor, at least 1', true],
  ['--set-ceiling', 'Set a ceiling', 'slot weight; -1 for none', true],
  ['--set-floor', 'Set a floor', 'slot weight; 0 for none', true],
  ['--set-priority', 'Set the real priority', 'at least 0.5', false],
  ['--cancel-factor-lease', 'End a lent factor', null, false],
  ['--cancel-ceiling-lease', 'End a lent ceiling', null, false],
  ['--cancel-floor-lease', 'End a lent floor', null, false],
  ['--set-accum', 'Set the accumulated usage', 'slot weight × seconds', false],
  ['--reset-usage', 'Reset the usage', null, false],
  ['--delete', 'Forget the customer', null, false],
];

export const title = () => 'Edits';

const lineOf = (command, args) => `fairstream ${command} ${args.join(' ')}`;

/** What was written, and a button that takes it back. */
function done(result, command, args) {
  const { undo } = result;
  const node = el('div', { class: 'notice', role: 'status' },
    el('p', null, 'Written: ', el('code', null, lineOf(command, args))),
    result.rows.map(row => el('p', null, el('code', null, typeof row === 'string' ? row : JSON.stringify(row)))),
    result.warnings.map(it => el('p', { class: 'warning' }, it)));
  node.append(undo
    ? el('p', { class: 'row' }, el('button', { type: 'button', onclick: () => write(undo.command, undo.arguments, 'Undo it', node, `undo: ${lineOf(command, args)}`) }, 'Undo'), el('code', null, lineOf(undo.command, undo.arguments)))
    : el('p', { class: 'faint' }, 'There is no edit that undoes it.'));
  return node;
}

async function write(command, args, title, beside, reason = '') {
  const result = await askWhy(title, [lineOf(command, args)], why => edit(command, args, why), reason);
  if (result) {
    beside.replaceWith(done(result, command, args));
  }
}

function form() {
  const customer = el('input', { id: 'edit-customer', type: 'text', required: true, size: 26, spellcheck: 'false', autocomplete: 'off', placeholder: 'alice@pool.example' });
  const value = el('input', { id: 'edit-value', type: 'number', step: 'any', size: 10 });
  const duration = el('input', { id: 'edit-duration', type: 'text', size: 8, placeholder: 'for good', spellcheck: 'false' });
  const valueField = labelled('Value', value, ' ');
  const durationField = labelled('For how long', duration, 'such as 6h or P2D');
  const after = el('div');
  const kind = select(KINDS.map(([option, label]) => [option, label]), '--set-factor', tell, { id: 'edit-kind' });
  function tell() {
    const [, , what, isLease] = KINDS.find(([option]) => option === kind.value);
    valueField.hidden = what === null;
    value.required = what !== null;
    valueField.querySelector('small').textContent = what ?? '';
    durationField.hidden = !isLease;
  }
  const node = el('form', { onsubmit(event) {
    event.preventDefault();
    const [option, label, what, isLease] = KINDS.find(it => it[0] === kind.value);
    const args = [option, customer.value.trim(), ...(what === null ? [] : [value.value]), ...(isLease && duration.value.trim() ? ['--duration', duration.value.trim()] : [])];
    after.replaceChildren(el('div'));
    write('userprio', args, `${label}: ${customer.value.trim()}`, after.firstChild);
  } },
  el('div', { class: 'fields' }, labelled('Edit', kind), labelled('Customer or group', customer), valueField, durationField, el('button', { type: 'submit', class: 'primary' }, 'Preview')), after);
  tell();
  return node;
}

/** A button that takes an edit of the list back; what came of it is told beside the form. */
function drawUndo(td, fields, writing) {
  const { undo, undoArguments, edit: what, customer } = fields;
  const hasButton = undoArguments?.length > 0 && writing.dataset.allowed === 'true';
  td.replaceChildren(hasButton ? el('button', { type: 'button', class: 'quiet', 'aria-label': `Take back ${what} of ${customer}`, onclick: () => {
    const after = el('div');
    writing.append(after);
    write(undo.split(' ')[0], undoArguments, `Take back: ${what} of ${customer}`, after, `undo: ${what}`);
  } }, 'Take back …') : '');
}

export function show(context) {
  const { main } = context;
  const writing = el('div');
  main.append(
    head('Edits', { lead: 'What people decided: factors, floors, ceilings, shares. Each has its author, and how to undo it.' }),
    card('A new edit', {}, writing),
    dataTable(context, { title: 'Edits and leases', words: ['report', 'edits'], pace: 'lead', options: { _sort: '-at' },
      extra: [{ name: 'take-back', header: 'TAKE BACK', after: 'undo', draw: (td, fields) => drawUndo(td, fields, writing) }], nothing: 'Nobody has edited anything.', fills: 'fairstream userprio --set-factor alice@pool.example 5 --bootstrap-server HOST:PORT' }));
  whoAmI().then(me => {
    const isAllowed = me.edits && me.role === 'administrator';
    writing.dataset.allowed = String(isAllowed);
    writing.replaceChildren(isAllowed ? form()
      : me.edits ? empty('Only administrators may edit here.') : empty('This console only reads. Started with --allow-edits it lets administrators edit.', 'fairstream console --allow-edits --bootstrap-server HOST:PORT'));
  }).catch(problem => writing.replaceChildren(empty(problem.message)));
}
