/** The frame of every page: logo, search, how current it is, theme, and the list of screens. */

import { el, svg, text } from './dom.js';
import { whoAmI } from './api.js';
import { icon } from './icons.js';
import { showKeys } from './keys.js';
import { ownName } from './own.js';
import { address } from './router.js';
import { searchBox } from './search.js';
import { lastHeard, onStatus, wordOf } from './status.js';

/** Groups of screens: label, address, icon, and what else the screen is current for. */
function groups() {
  const own = ownName();
  const standing = own ? address('/customer', own) : '/me';
  return [
    ['You', [
      ['My standing', standing, 'standing', ['/customer', '/me', '/association']],
      ['My jobs', own ? address('/user', own.split('@')[0], 'jobs') : '/me?to=jobs', 'jobs', ['/user', '/job']],
      ['Projection', own ? address('/customer', own, 'projection') : '/me?to=projection', 'projection', []],
    ]],
    ['The pool', [
      ['Pool now', '/pool', 'pool', []],
      ['Shares', '/shares', 'shares', ['/bank']],
      ['Next cycle', '/negotiate', 'pie', []],
      ['Resources', '/resources', 'resources', ['/resource']],
      ['Waiting jobs', '/jobs', 'whatif', []],
    ]],
    ['Over time', [
      ['History', '/history', 'history', []],
      ['What if', '/what-if', 'projection', []],
      ['Utilization', '/utilization', 'utilization', ['/node', '/nodes']],
      ['Shadow', '/shadow', 'shadow', []],
    ]],
    ['The books', [
      ['Health', '/health', 'health', []],
      ['Edits', '/edits', 'edits', []],
      ['Tables', '/tables', 'tables', ['/table']],
    ]],
    ['Volunteers', [['Volunteers', '/volunteers', 'volunteers', ['/volunteer', '/project', '/host', '/target']]]],
  ];
}

const starts = (path, head) => path === head || path.startsWith(`${head}/`);

/** Builds the list of screens anew, with the one of this path as the current one. */
export function markCurrent(path) {
  const all = groups();
  const items = all.flatMap(([, entries]) => entries);
  const exact = items.find(([, href]) => href === path)
    ?? (path.endsWith('/projection') ? items.find(([label]) => label === 'Projection') : undefined)
    ?? items.find(([, href, , also]) => starts(path, href.split('?')[0]) || also.some(it => starts(path, it)));
  document.getElementById('rail').replaceChildren(
    ...all.map(([label, entries]) =>
      el('div', { class: 'rail-group' }, el('p', { class: 'rail-label', 'aria-hidden': 'true' }, label),
        el('ul', { 'aria-label': label }, entries.map(entry =>
          el('li', null, el('a', { href: entry[1], 'aria-current': entry === exact ? 'page' : null }, icon(entry[2]), el('span', null, entry[0]))))))),
    el('p', { class: 'rail-foot', id: 'rail-foot' }));
  closeMenu();
  tellWho();
}

async function tellWho() {
  try {
    const me = await whoAmI();
    document.getElementById('rail-foot').replaceChildren(
      me.principal ? `${me.principal}, ${me.role}` : me.role === 'administrator' ? 'administrator' : 'anonymous',
      el('br'), me.edits ? 'edits allowed' : 'reading only',
      el('br'), el('span', { class: 'faint' }, me.bootstrap), el('br'), el('span', { class: 'faint' }, me.version));
  } catch {
    // The dot in the header says that the console does not answer.
  }
}

function closeMenu() {
  document.body.classList.remove('menu-open');
  document.getElementById('menu')?.setAttribute('aria-expanded', 'false');
}

function menuButton() {
  return el('button', { type: 'button', id: 'menu', class: 'quiet', 'aria-expanded': 'false', 'aria-controls': 'rail', 'aria-label': 'Screens',
    onclick: event => {
      const isOpen = document.body.classList.toggle('menu-open');
      event.currentTarget.setAttribute('aria-expanded', String(isOpen));
      if (isOpen) {
        document.querySelector('#rail a')?.focus();
      }
    } }, icon('menu'));
}

const isDark = () =>
  (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

function themeButton() {
  const button = el('button', { type: 'button', id: 'theme', class: 'quiet' });
  function draw() {
    const next = isDark() ? 'light' : 'dark';
    button.setAttribute('aria-label', `Change to ${next} colours`);
    button.title = `Change to ${next} colours`;
    button.replaceChildren(icon(isDark() ? 'sun' : 'moon'));
  }
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Storage may be forbidden: then the choice holds until the page is left.
    }
    draw();
    dispatchEvent(new Event('themechange'));
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  draw();
  return button;
}

/** Says on every page that its figures are old: those who look at them in an outage do not look at the dot. */
function tellStale(state) {
  const isStale = state === 'away' || state === 'reconnecting';
  const words = state === 'away' ? 'Kafka is away.' : 'The console does not answer.';
  if (state !== 'loading') {
    text(document.getElementById('stale'), isStale ? `${words} The figures of this page are as of ${lastHeard().toLocaleTimeString()}, or older.` : '');
  }
}

function statusDot() {
  const word = el('span', { class: 'status-word' });
  const node = el('span', { class: 'status', id: 'status', title: '' }, el('span', { class: 'dot', 'aria-hidden': 'true' }), word);
  const announce = document.getElementById('announce');
  onStatus(({ state, detail }) => {
    node.dataset.state = state;
    tellStale(state);
    node.title = detail;
    text(word, wordOf(state));
    if (state === 'reconnecting' || state === 'away') {
      text(announce, `${wordOf(state)}. ${detail}`);
    } else if (state === 'live' && announce.textContent !== '') {
      text(announce, 'Live again.');
    }
  });
  return node;
}

const logo = () =>
  el('a', { class: 'logo', href: '/pool', 'aria-label': 'Fairstream: pool now' },
    svg('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
      svg('path', { class: 'logo-post', d: 'M16 5.5v21' }),
      svg('path', { class: 'logo-beam', d: 'M4 12c4-5 8-5 12 0s8 5 12 0' }),
      svg('path', { class: 'logo-stream', d: 'M4 20c4-5 8-5 12 0s8 5 12 0' }),
      svg('circle', { class: 'logo-knob', cx: 16, cy: 5, r: 2.6 })),
    el('span', null, 'Fairstream'));

/** Builds header and list of screens once. */
export function buildShell(go) {
  document.getElementById('top').replaceChildren(
    menuButton(), logo(), searchBox(go), statusDot(), themeButton(),
    el('button', { type: 'button', id: 'keys', class: 'quiet', 'aria-label': 'Keys', title: 'Keys (?)', onclick: showKeys }, icon('keys')));
  addEventListener('keydown', event => {
    if (event.key === 'Escape' && document.body.classList.contains('menu-open')) {
      closeMenu();
      document.getElementById('menu').focus();
    }
  });
}
