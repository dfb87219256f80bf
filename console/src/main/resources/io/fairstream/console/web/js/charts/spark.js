/** A line without axes, as large as a word. */

import { svg } from '../dom.js';
import { linear } from './scale.js';

const WIDTH = 76;
const HEIGHT = 18;

/** The `d` of a line through the points, oldest first; '' for fewer than two. */
export function sparkPath(points, width = WIDTH, height = HEIGHT) {
  if (points.length < 2) {
    return '';
  }
  const values = points.map(([, value]) => value);
  const x = linear(points[0][0], points.at(-1)[0], 1, width - 3);
  const y = linear(Math.min(...values), Math.max(...values), height - 3, 3);
  return points.map(([at, value], i) => `${i === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
}

/** Draws or redraws the line in a node. */
export function drawSpark(node, points, { label = '', width = WIDTH, height = HEIGHT } = {}) {
  let image = node.querySelector('svg.spark');
  if (!image) {
    image = svg('svg', { class: 'spark', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img' }, svg('path'), svg('circle', { r: 1.8 }));
    node.prepend(image);
  }
  image.setAttribute('aria-label', label);
  const d = sparkPath(points, width, height);
  const [line, knob] = image.children;
  line.setAttribute('d', d);
  knob.style.display = d === '' ? 'none' : '';
  if (d !== '') {
    const [x, y] = d.slice(d.lastIndexOf('L') + 1).split(' ');
    knob.setAttribute('cx', x);
    knob.setAttribute('cy', y);
  }
}
