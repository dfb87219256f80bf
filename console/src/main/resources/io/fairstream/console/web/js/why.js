/** The dialog that asks, and asks why, before something is written, and says what the server says of it. */

import { el, text } from './dom.js';

/**
 * @param {string} title
 * @param {string[]} lines what will be done
 * @param {function(string): Promise} write gets the reason; its problem is shown
 * @param {string|null} [reason] to begin with; null where no reason is kept
 * @returns {Promise<*>} what `write` gave, or null if it was given up
 */
export function askWhy(title, lines, write, reason = '') {
  return new Promise(resolve => {
    const why = el('textarea', { id: 'why', rows: 2, required: true, value: reason ?? '', 'aria-describedby': 'why-problem' });
    const problem = el('p', { id: 'why-problem', class: 'bad', role: 'alert' });
    const form = el('form', { method: 'dialog', class: 'why-form' },
      el('h2', { id: 'why-title' }, title),
      el('ul', null, lines.map(line => el('li', null, el('code', null, line)))),
      reason !== null && el('div', { class: 'field' }, el('label', { for: 'why' }, 'Why?'), why, el('small', null, 'The reason is stored with the edit and shown with it.')),
      problem,
      el('div', { class: 'actions' }, el('button', { class: 'primary', type: 'submit' }, 'Confirm'), el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel')));
    const dialog = el('dialog', { 'aria-labelledby': 'why-title' }, form);
    let given = null;
    form.addEventListener('submit', async event => {
      event.preventDefault();
      try {
        given = await write(why.value.trim());
        dialog.close();
      } catch (cause) {
        text(problem, cause.message);
      }
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(given);
    });
    document.body.append(dialog);
    dialog.showModal();
    why.focus();
  });
}
