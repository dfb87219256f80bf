/** Answers that follow what they are made of, by server-sent events. */

import { Answer, Problem, apiAddress, ask } from './api.js';
import { parseExact } from './exact.js';
import { isSignInNeeded } from './sign-in.js';
import { report } from './status.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10000;

/**
 * Follows a command until the signal is aborted. While the page is hidden nothing is followed, so that a page that nobody sees costs the
 * server nothing. A stream that ends is opened again.
 *
 * @param {string[]} words
 * @param {object} options
 * @param {{signal: AbortSignal, onanswer: function(Answer), onproblem: function(Problem)}} to
 */
export function follow(words, options, { signal, onanswer, onproblem }) {
  let source = null;
  let retry = 0;
  let wait = FIRST_WAIT;

  function close() {
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function received(event) {
    wait = FIRST_WAIT;
    report('live', '');
    onanswer(new Answer(parseExact(event.data)));
  }

  function refused(event) {
    const { status, problem } = JSON.parse(event.data);
    report(status === 503 ? 'away' : 'live', problem);
    onproblem(new Problem(status, problem));
  }

  function failed() {
    report('reconnecting', 'The console does not answer. It is asked again.');
    if (source.readyState === EventSource.CLOSED) {
      retry = setTimeout(reopen, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    }
  }

  /** A browser does not say why it was given no stream; a single answer does. */
  async function reopen() {
    try {
      await ask(words, options, signal);
    } catch (problem) {
      if (signal.aborted) {
        return;
      }
      if (isSignInNeeded(problem)) {
        location.reload();
        return;
      }
      if (problem.status !== 0 && problem.status !== 503) {
        onproblem(problem);
      }
      retry = setTimeout(reopen, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
      return;
    }
    open();
  }

  function open() {
    close();
    if (document.hidden || signal.aborted) {
      return;
    }
    source = new EventSource(apiAddress(words, options));
    source.addEventListener('document', received);
    source.addEventListener('problem', refused);
    source.addEventListener('error', failed);
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()), { signal });
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', event => event.persisted && open(), { signal });
  signal.addEventListener('abort', close);
  open();
}
