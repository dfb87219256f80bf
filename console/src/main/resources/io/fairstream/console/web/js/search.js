/** The search in the header: a combobox over the command `find`. */

import { ask, seesOwnRowsOnly } from './api.js';
import { debounced, el } from './dom.js';
import { icon } from './icons.js';
import { foundAt } from './links.js';

const WAIT = 150;
const MOST = 12;

async function found(query, signal) {
  const answer = await ask(['find', query], { _limit: MOST }, signal);
  return answer.rows();
}

function option(row, index) {
  return el('li', { id: `found-${index}`, role: 'option', 'aria-selected': 'false', 'data-href': foundAt(row) },
    el('span', { class: 'kind' }, row.kind), el('span', { class: 'found-name' }, row.name),
    row.detail && el('span', { class: 'faint' }, row.detail));
}

export function searchBox(go) {
  const list = el('ul', { id: 'found', role: 'listbox', 'aria-label': 'Found', hidden: true });
  const input = el('input', { id: 'search', type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false',
    placeholder: 'Find a user, bank, job, node …', 'aria-label': 'Search', 'aria-expanded': 'false', 'aria-controls': 'found',
    'aria-autocomplete': 'list', 'aria-keyshortcuts': '/' });
  let chosen = -1;
  let asking = new AbortController();

  const options = () => [...list.querySelectorAll('[role=option]')];

  function open(isOpen) {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) {
      choose(-1);
    }
  }

  function choose(index) {
    const all = options();
    all.forEach((node, i) => node.setAttribute('aria-selected', String(i === index)));
    chosen = index;
    all[index]?.scrollIntoView({ block: 'nearest' });
    if (index >= 0) {
      input.setAttribute('aria-activedescendant', all[index].id);
    } else {
      input.removeAttribute('aria-activedescendant');
    }
  }

  function take(node) {
    open(false);
    input.value = '';
    input.blur();
    go(node.dataset.href);
  }

  async function search() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const query = input.value.trim();
    if (query === '') {
      open(false);
      return;
    }
    try {
      const rows = await found(query, signal);
      list.replaceChildren(...(rows.length > 0 ? rows.map(option) : [el('li', { class: 'faint', role: 'presentation' }, `Nothing ${seesOwnRowsOnly() ? 'that you may see ' : ''}is called ${query}.`)]));
      open(true);
      choose(rows.length > 0 ? 0 : -1);
    } catch (problem) {
      if (!signal.aborted) {
        list.replaceChildren(el('li', { class: 'faint', role: 'presentation' }, problem.message));
        open(true);
      }
    }
  }

  input.addEventListener('input', debounced(WAIT, search));
  input.addEventListener('keydown', event => {
    const all = options();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      choose(all.length === 0 ? -1 : (chosen + step + all.length) % all.length);
    } else if (event.key === 'Enter' && all[chosen]) {
      event.preventDefault();
      take(all[chosen]);
    } else if (event.key === 'Escape') {
      open(false);
    }
  });
  input.addEventListener('blur', () => setTimeout(() => open(false), 120));
  input.addEventListener('focus', () => input.value.trim() !== '' && search());
  list.addEventListener('mousedown', event => event.preventDefault());
  list.addEventListener('click', event => {
    const node = event.target.closest('[role=option]');
    if (node) {
      take(node);
    }
  });
  return el('div', { class: 'search', role: 'search' }, icon('search'), input, el('kbd', { 'aria-hidden': 'true' }, '/'), list);
}
