/** A handle on a chart's time axis: dragged with the pointer or moved by keys. */

import { el } from '../dom.js';

const HOUR = 3600;

/**
 * @param {{label: string, kind: string, get: function(): number, set: function(number), max: function(): number}} it seconds from the
 *     chart's begin
 */
export function timeHandle(it) {
  const node = el('div', { class: `handle ${it.kind}`, role: 'slider', tabindex: 0, 'aria-label': it.label, 'aria-orientation': 'horizontal', 'aria-valuemin': 0 },
    el('span', { 'aria-hidden': 'true' }, it.label));
  let chart = null;
  const begin = () => chart.data[0][0];

  function move(seconds) {
    it.set(Math.round(Math.min(it.max(), Math.max(0, seconds)) / 60) * 60);
    place();
  }

  function place() {
    if (!chart?.data?.[0]?.length) {
      return;
    }
    const x = chart.valToPos(begin() + it.get(), 'x');
    node.style.transform = `translateX(${x}px)`;
    node.hidden = x < -1 || x > chart.over.clientWidth + 1;
    node.classList.toggle('flipped', x > chart.over.clientWidth - 120);
    node.setAttribute('aria-valuemax', Math.round(it.max() / HOUR));
    node.setAttribute('aria-valuenow', (it.get() / HOUR).toFixed(1));
    node.setAttribute('aria-valuetext', `${(it.get() / HOUR).toFixed(1)} hours from now`);
  }

  node.addEventListener('pointerdown', event => {
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    node.focus();
  });
  node.addEventListener('pointermove', event => {
    if (node.hasPointerCapture(event.pointerId)) {
      move(chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, 'x') - begin());
    }
  });
  node.addEventListener('keydown', event => {
    const step = (event.shiftKey ? 10 : 1) * HOUR;
    const to = { ArrowRight: it.get() + step, ArrowUp: it.get() + step, ArrowLeft: it.get() - step, ArrowDown: it.get() - step, PageUp: it.get() + 24 * HOUR, PageDown: it.get() - 24 * HOUR, Home: 0, End: it.max() }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    }
  });
  return {
    place,
    attach(next) {
      chart = next;
      if (node.parentNode !== chart.over) {
        chart.over.append(node);
      }
      place();
    },
  };
}
