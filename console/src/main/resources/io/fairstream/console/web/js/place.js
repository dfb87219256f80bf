/** A place on a screen that one answer fills: a skeleton first, the server's words if it has none, and all over again when there is news. */

import { el } from './dom.js';
import { problemBox, skeleton } from './parts.js';

/** Remembers how far the tables of a node are scrolled that is about to be filled anew; the result scrolls them again. */
function scrolling(node) {
  const scrolled = [...node.querySelectorAll('.table-scroll')].map(it => [it.scrollLeft, it.scrollTop]);
  return () => node.querySelectorAll('.table-scroll').forEach((it, i) => scrolled[i] && it.scrollTo(...scrolled[i]));
}

/**
 * @param {import('./main.js').Context} context
 * @param {object} question
 * @param {string[]|function(): string[]} question.words
 * @param {object|function(): object} [question.options]
 * @param {'lead'|'follow'|'once'} [question.pace]
 * @param {number} [question.lines] of the skeleton
 * @param {function(import('./api.js').Answer, HTMLElement)} question.draw fills the place; what it returns, if anything, becomes the content
 * @param {function(Error, HTMLElement): boolean} [question.otherwise] true if it has dealt with the problem
 */
export function place(context, { words, options = {}, pace = 'follow', lines = 4, draw, otherwise }) {
  const node = el('div', { class: 'place', 'aria-busy': 'true' }, skeleton(lines));
  const value = it => (typeof it === 'function' ? it() : it);
  let hasAnswer = false;
  const asked = context.feed.add({
    pace,
    words: () => value(words),
    options: () => value(options),
    onasked() {
      node.setAttribute('aria-busy', 'true');
    },
    onanswer(answer) {
      node.removeAttribute('aria-busy');
      node.querySelector(':scope > .problem')?.remove();
      hasAnswer = true;
      const drawn = draw(answer, node);
      if (drawn !== undefined) {
        const back = scrolling(node);
        node.replaceChildren(...[drawn].flat(Infinity).filter(Boolean));
        back();
      }
    },
    onproblem(problem) {
      node.removeAttribute('aria-busy');
      if (otherwise?.(problem, node)) {
        return;
      }
      const box = problemBox(problem, () => asked.again());
      const isPassing = problem.status === 503 || problem.status === 0;
      if (hasAnswer && isPassing) {
        node.querySelector(':scope > .problem')?.remove();
        node.prepend(box);
      } else {
        hasAnswer = false;
        node.replaceChildren(box);
      }
    },
  });
  return Object.assign(node, { again: () => asked.again() });
}
