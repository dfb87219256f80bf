/** Keys: `/` for the search, `?` for this list, `g` and a letter for a screen. */

import { el } from './dom.js';
import { address } from './router.js';
import { ownName } from './own.js';

const JUMPS = {
  p: ['Pool now', () => '/pool'],
  m: ['My standing', () => (ownName() ? address('/customer', ownName()) : '/me')],
  j: ['Waiting jobs', () => '/jobs'],
  s: ['Shares', () => '/shares'],
  n: ['Next cycle', () => '/negotiate'],
  i: ['History', () => '/history'],
  w: ['What if', () => '/what-if'],
  u: ['Utilization', () => '/utilization'],
  h: ['Health', () => '/health'],
  e: ['Edits', () => '/edits'],
  r: ['Resources', () => '/resources'],
  v: ['Volunteers', () => '/volunteers'],
  t: ['Tables', () => '/tables'],
};

const OTHERS = [
  [['/'], 'Search'],
  [['?'], 'These keys'],
  [['Tab'], 'Next control'],
  [['←', '→'], 'Move a handle or the scrubber; with Shift ten times as far'],
  [['Esc'], 'Close what is open'],
];

const keysOf = keys => keys.map(key => el('kbd', null, key));

function dialog() {
  const rows = [...OTHERS, ...Object.entries(JUMPS).map(([key, [label]]) => [['g', key], label])];
  const node = el('dialog', { id: 'keys-dialog', 'aria-labelledby': 'keys-title' },
    el('form', { method: 'dialog' },
      el('h2', { id: 'keys-title' }, 'Keys'),
      el('dl', { class: 'keys' }, rows.map(([keys, label]) => el('div', null, el('dt', null, keysOf(keys)), el('dd', null, label)))),
      el('button', { autofocus: true }, 'Close')));
  document.body.append(node);
  return node;
}

export function showKeys() {
  (document.getElementById('keys-dialog') ?? dialog()).showModal();
}

const isTyping = target => target.closest?.('input, select, textarea, [contenteditable], dialog') !== null;

export function startKeys(go) {
  let isJump = false;
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    const jump = isJump && JUMPS[event.key];
    isJump = event.key === 'g';
    if (jump) {
      event.preventDefault();
      go(jump[1]());
    } else if (event.key === '/') {
      event.preventDefault();
      document.getElementById('search').focus();
    } else if (event.key === '?') {
      event.preventDefault();
      showKeys();
    }
  });
}
