/** Time series, drawn by uPlot, which is fetched when the first chart is shown. */

import { el, visible } from '../dom.js';
import { localTime } from '../durations.js';
import { tickText } from './scale.js';

let library;

function fetched() {
  library ??= import('/vendor/uplot/uPlot.esm.js').then(module => {
    document.head.append(el('link', { rel: 'stylesheet', href: '/vendor/uplot/uPlot.min.css' }));
    return module.default;
  });
  return library;
}

const styled = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = value => value.replace(/var\((--[\w-]+)\)/g, (_, name) => styled(name));
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];

/** Labels of the time axis, as ISO 8601 has them: the least distance of ticks in seconds, the label, and what is below it at the first one and at a new year, day or minute. */
const DAY = 86400;
const NONE = [null, null, null, null, null, null, 1];
const TIMES = [
  [365 * DAY, '{YYYY}', ...NONE],
  [28 * DAY, '{YYYY}-{MM}', ...NONE],
  [DAY, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{YYYY}-{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{YYYY}-{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [0.001, ':{ss}.{fff}', '\n{YYYY}-{MM}-{DD} {HH}:{mm}', null, null, null, null, null, 1],
];

function axis(label) {
  return { stroke: styled('--ink-2'), font: '11px system-ui, sans-serif', labelFont: '11px system-ui, sans-serif', label, labelSize: label ? 18 : 0,
    grid: { stroke: styled('--line'), width: 1 }, ticks: { stroke: styled('--line'), width: 1, size: 4 } };
}

function optionsOf(it, width, height) {
  return {
    width,
    height,
    padding: [10, 26, 0, 0],
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    legend: { live: true },
    scales: { x: { time: true }, y: { distr: it.isLog ? 3 : 1, range: it.isLog ? undefined : (u, low, high) => [it.fromZero ? 0 : low - (high - low) * 0.05, high + (high - low) * 0.08 || high + 1] } },
    axes: [{ ...axis(''), values: TIMES }, { ...axis(it.unit), size: 64, values: (u, values) => values.map(value => (value === null ? '' : tickText(value))) }],
    series: [
      { label: 'Time', value: (u, seconds) => (seconds === null || seconds === undefined ? '' : localTime(new Date(seconds * 1000).toISOString())) },
      ...it.lines.map((line, i) => ({
        label: visible(line.label), stroke: colour(line.colour), width: 2, dash: DASHES[(line.dash ?? i) % DASHES.length], points: { show: false },
        fill: line.isFilled ? `${colour(line.colour)}1f` : undefined, spanGaps: true,
        value: (u, value) => (value === null || value === undefined ? '' : tickText(Number(value.toPrecision(5)))),
      })),
    ],
    hooks: { draw: [u => it.ondraw?.(u)], setCursor: it.oncursor ? [u => it.oncursor(u)] : [] },
  };
}

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {string} colour may have custom properties, as `var(--c1)`
 * @property {Array<number|null>} values
 * @property {number} [dash] which pattern; lines differ by it, not by colour alone
 *
 * @param {{label: string, unit: string, height?: number, signal: AbortSignal, isLog?: boolean, fromZero?: boolean, ondraw?: function, oncursor?: function}} about
 * @returns {HTMLElement & {tell: function(number[], Line[])}} `tell` takes seconds since 1970 and the lines
 */
export function seriesChart(about) {
  const node = el('figure', { class: 'series', role: 'group', 'aria-label': about.label });
  const height = about.height ?? 280;
  node.style.minHeight = `${height + 36}px`;
  let chart = null;
  let shown = null;
  let shape = '';

  async function draw(isAnew) {
    const UPlot = await fetched();
    if (shown === null || about.signal.aborted || node.clientWidth === 0) {
      return;
    }
    const next = JSON.stringify(shown.lines.map(it => [it.label, it.colour]));
    const data = [shown.times, ...shown.lines.map(it => it.values)];
    if (chart && !isAnew && shape === next) {
      chart.setData(data);
      return;
    }
    chart?.destroy();
    shape = next;
    chart = new UPlot(optionsOf({ ...about, lines: shown.lines }, node.clientWidth, height), data, node);
    node.chart = chart;
  }

  const watch = new ResizeObserver(() => (chart ? chart.setSize({ width: node.clientWidth, height }) : draw(false)));
  watch.observe(node);
  about.signal.addEventListener('abort', () => {
    watch.disconnect();
    chart?.destroy();
  });
  addEventListener('themechange', () => draw(true), { signal: about.signal });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw(true), { signal: about.signal });
  return Object.assign(node, {
    tell(times, lines) {
      shown = { times, lines };
      draw(false);
    },
  });
}
