/**
 * The questions that a screen asks. The first one that may be live has the page's only event stream (a browser keeps few connections to one
 * server); those that follow are asked again when it has news, and from time to time in any case.
 */

import { ask } from './api.js';
import { keepingFocus } from './dom.js';
import { follow } from './live.js';
import { report } from './status.js';

const LEAST_GAP = 5000;
const LONGEST_GAP = 15000;

/**
 * @typedef {object} Question
 * @property {function(): string[]} words
 * @property {function(): object} options
 * @property {function(import('./api.js').Answer)} onanswer
 * @property {function(Error)} onproblem
 * @property {function()} [onasked]
 * @property {'lead'|'follow'|'once'} pace `lead`: by the stream if it is free, otherwise as `follow`
 */

export class Feed {
  #signal;
  #lead = null;
  #stream = null;
  #followers = new Set();
  #asked = new Map();
  #newest = 0;
  #due = 0;
  #dueAt = 0;

  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#due));
  }

  /** @param {Question} question @returns {{again: function()}} asks again, as when its options have changed */
  add(question) {
    const hasStream = question.pace === 'lead' && this.#lead === null;
    if (hasStream) {
      this.#lead = question;
      this.#follow();
      return { again: () => this.#follow() };
    }
    if (question.pace !== 'once') {
      this.#followers.add(question);
      this.#schedule(LONGEST_GAP);
    }
    this.#ask(question);
    return { again: () => this.#ask(question) };
  }

  /** True if the screen has asked anything. */
  get isAsked() {
    return this.#lead !== null || this.#asked.size > 0;
  }

  get hasStream() {
    return this.#lead !== null;
  }

  #follow() {
    this.#stream?.abort();
    this.#stream = new AbortController();
    const question = this.#lead;
    question.onasked?.();
    follow(question.words(), question.options(), {
      signal: AbortSignal.any([this.#signal, this.#stream.signal]),
      onanswer: answer => {
        keepingFocus(() => question.onanswer(answer));
        this.#schedule(LEAST_GAP);
      },
      onproblem: problem => keepingFocus(() => question.onproblem(problem)),
    });
  }

  #schedule(gap) {
    const at = Math.max(this.#newest + gap, Date.now());
    if (this.#due !== 0 && this.#dueAt <= at) {
      return;
    }
    clearTimeout(this.#due);
    this.#dueAt = at;
    this.#due = setTimeout(() => this.#askFollowers(), at - Date.now());
  }

  #askFollowers() {
    this.#due = 0;
    this.#newest = Date.now();
    if (!document.hidden) {
      this.#followers.forEach(question => this.#ask(question));
    }
    if (!this.#signal.aborted) {
      this.#schedule(LONGEST_GAP);
    }
  }

  async #ask(question) {
    this.#asked.get(question)?.abort();
    const own = new AbortController();
    this.#asked.set(question, own);
    const signal = AbortSignal.any([this.#signal, own.signal]);
    question.onasked?.();
    try {
      const answer = await ask(question.words(), question.options(), signal);
      if (!signal.aborted) {
        keepingFocus(() => question.onanswer(answer));
        this.#tell('still', '');
      }
    } catch (problem) {
      if (!signal.aborted) {
        keepingFocus(() => question.onproblem(problem));
        this.#tell(problem.status === 503 ? 'away' : problem.status === 0 ? 'reconnecting' : 'still', problem.message);
      }
    }
  }

  /** What a single answer says of the server counts only where no stream does. */
  #tell(state, detail) {
    if (this.#lead === null) {
      report(state, state === 'still' ? '' : detail);
    }
  }
}
