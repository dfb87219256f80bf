/** Points of two numbers of the same kind, with the line on which both are the same. */

import { svg } from '../dom.js';
import { linear, tickText, ticks } from './scale.js';

const WIDTH = 720;
const HEIGHT = 340;
const LEFT = 74;
const BOTTOM = 36;

/** @param {{label: string, x: string, y: string}} about @param {Array<{x: number, y: number, label: string}>} points */
export function scatter(about, points) {
  const values = points.flatMap(({ x, y }) => [x, y]);
  const low = Math.min(...values);
  const high = Math.max(...values, low + 1);
  const x = linear(low, high, LEFT, WIDTH - 12);
  const y = linear(low, high, HEIGHT - BOTTOM, 10);
  const marks = ticks(low, high, 5);
  return svg('svg', { class: 'scatter', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `${about.label}, ${points.length} jobs` },
    marks.map(value => [
      svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - 12, y1: y(value), y2: y(value) }),
      svg('text', { x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' }, tickText(value)),
      svg('text', { x: x(value), y: HEIGHT - 16, 'text-anchor': 'middle' }, tickText(value))]),
    svg('line', { class: 'same', x1: x(low), y1: y(low), x2: x(high), y2: y(high) }),
    svg('text', { x: WIDTH - 14, y: HEIGHT - 2, 'text-anchor': 'end' }, about.x),
    svg('text', { x: 6, y: 18 }, about.y),
    points.map(point => svg('circle', { cx: x(point.x), cy: y(point.y), r: 4 }, svg('title', null, `${point.label}: ours ${point.x}, theirs ${point.y}`))));
}
