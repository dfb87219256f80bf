/** Starts the console: the frame of the page, then the screen that the address means, and the next one at each navigation. */

import { whoAmI } from './api.js';
import { visible } from './dom.js';
import { Feed } from './feed.js';
import { startKeys } from './keys.js';
import { problemBox } from './parts.js';
import { route, queryText } from './router.js';
import { buildShell, markCurrent } from './shell.js';
import { isSignInNeeded, signInForm } from './sign-in.js';
import { report } from './status.js';

const main = document.getElementById('main');
let left = new AbortController();
let isFirst = true;

/**
 * What a screen gets.
 *
 * @typedef {object} Context
 * @property {HTMLElement} main to be filled
 * @property {Object<string, string>} params of the address
 * @property {URLSearchParams} query as it is now
 * @property {Feed} feed
 * @property {AbortSignal} signal aborted when the screen is left
 * @property {function(object, boolean=)} setQuery changes the address; true to draw the screen anew
 */
function contextOf(params) {
  const { signal } = left;
  return {
    main,
    params,
    signal,
    feed: new Feed(signal),
    get query() {
      return new URLSearchParams(location.search);
    },
    setQuery(changes, isAnew = false) {
      const query = new URLSearchParams(location.search);
      const all = Object.fromEntries([...query.keys()].map(name => [name, query.getAll(name)]));
      const next = location.pathname + queryText({ ...all, ...changes });
      if (next !== location.pathname + location.search) {
        history[isAnew ? 'pushState' : 'replaceState'](null, '', next);
      }
      if (isAnew) {
        show();
      }
    },
  };
}

function title(text) {
  document.title = text ? `${visible(text)} · Fairstream` : 'Fairstream';
}

async function show() {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const focused = document.activeElement?.id;
  report('loading', '');
  const { screen, params } = route(location.pathname);
  markCurrent(location.pathname);
  let module;
  try {
    module = await import(`./screens/${screen}.js`);
  } catch (cause) {
    main.replaceChildren(problemBox(cause));
    return;
  }
  if (signal.aborted) {
    return;
  }
  main.replaceChildren();
  main.className = `screen-${screen}`;
  title(module.title(params));
  const context = contextOf(params);
  module.show(context);
  if (!context.feed.isAsked) {
    report('none', '');
  }
  const again = focused && focused !== 'main' && document.getElementById(focused);
  if (again && main.contains(again)) {
    again.focus({ preventScroll: true });
  } else if (!isFirst && !document.querySelector('dialog[open]') && !document.getElementById('rail').contains(document.activeElement)) {
    main.focus({ preventScroll: true });
  }
  isFirst = false;
}

/** Goes to an address of this console. */
export function go(href) {
  if (href !== location.pathname + location.search) {
    history.pushState(null, '', href);
    scrollTo(0, 0);
  }
  show();
}

function isOurs(anchor) {
  return (
    anchor.origin === location.origin &&
    !anchor.target &&
    !anchor.hasAttribute('download') &&
    !anchor.pathname.startsWith('/api/') &&
    !anchor.pathname.startsWith('/vendor/')
  );
}

addEventListener('click', event => {
  const anchor = event.target.closest?.('a[href]');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!anchor || !isPlain || event.defaultPrevented || !isOurs(anchor) || anchor.getAttribute('href').startsWith('#')) {
    return;
  }
  event.preventDefault();
  go(anchor.pathname + anchor.search);
});
addEventListener('popstate', show);

if (location.pathname === '/' || location.pathname === '/index.html') {
  history.replaceState(null, '', '/pool');
}
buildShell(go);
startKeys(go);
document.getElementById('announce').classList.add('visually-hidden');
whoAmI().then(show, problem => {
  if (isSignInNeeded(problem)) {
    title('Sign in');
    report('none', '');
    main.replaceChildren(...signInForm());
  } else {
    show();
  }
});
