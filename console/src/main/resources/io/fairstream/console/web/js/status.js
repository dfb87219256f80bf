/** How current the page is: what the dot in the header shows, and what is read out when that changes. */

/** @typedef {'none'|'still'|'loading'|'live'|'reconnecting'|'away'} State */

const WORDS = {
  none: '',
  loading: 'Loading',
  live: 'Live',
  reconnecting: 'Reconnecting',
  away: 'Broker away',
};

let current = { state: 'none', detail: '' };
let heard = new Date();
const listeners = new Set();

/** @param {State} state @param {string} detail the server's words */
export function report(state, detail) {
  if (state === 'live' || state === 'still') {
    heard = new Date();
  }
  if (state !== current.state || detail !== current.detail || state === 'still') {
    current = { state, detail };
    listeners.forEach(listener => listener(current));
  }
}

/** When the last answer came. */
export const lastHeard = () => heard;

/** A page that nothing keeps current says when it was asked. */
export const wordOf = state => WORDS[state] ?? `As of ${heard.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}`;

export function onStatus(listener) {
  listeners.add(listener);
  listener(current);
}
