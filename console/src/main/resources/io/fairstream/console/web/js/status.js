/** How current the page is: what the dot in the header shows, and what is read out when that changes. */

/** @typedef {'still'|'loading'|'live'|'reconnecting'|'away'} State */

const WORDS = {
  still: 'Not live',
  loading: 'Loading',
  live: 'Live',
  reconnecting: 'Reconnecting',
  away: 'Broker away',
};

let current = { state: 'still', detail: '' };
const listeners = new Set();

/** @param {State} state @param {string} detail the server's words */
export function report(state, detail) {
  if (state !== current.state || detail !== current.detail) {
    current = { state, detail };
    listeners.forEach(listener => listener(current));
  }
}

export const wordOf = state => WORDS[state];

export function onStatus(listener) {
  listeners.add(listener);
  listener(current);
}
