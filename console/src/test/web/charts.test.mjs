import assert from 'node:assert/strict';
import test from 'node:test';
import { arcs } from '../../main/resources/io/fairstream/console/web/js/charts/pie.js';
import { largeText, linear, tickText, ticks } from '../../main/resources/io/fairstream/console/web/js/charts/scale.js';
import { pieces } from '../../main/resources/io/fairstream/console/web/js/charts/stacks.js';
import { lanes, timeTicks } from '../../main/resources/io/fairstream/console/web/js/charts/timeline.js';
import { layout } from '../../main/resources/io/fairstream/console/web/js/charts/waterfall.js';
import { flat, icicle, treeOf } from '../../main/resources/io/fairstream/console/web/js/tree.js';

const close = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} (expected: ${expected})`);

test('each bar of a waterfall begins where the one before it ends, and the last ends at the sum', () => {
  const { bars, total, sum } = layout([3, 1, -2, 2]);
  assert.equal(sum, 4);
  assert.deepEqual(bars.map(it => it.left), [0, 0.75, 0.5, 0.5]);
  assert.deepEqual(bars.map(it => it.width), [0.75, 0.25, 0.5, 0.5]);
  assert.deepEqual(total, { left: 0, width: 1 });
});

test('a waterfall below zero and an empty one stay within their width', () => {
  assert.deepEqual(layout([-1, 2]).bars, [{ left: 0, width: 0.5 }, { left: 0, width: 1 }]);
  assert.deepEqual(layout([]), { bars: [], total: { left: 0, width: 0 }, sum: 0 });
  assert.deepEqual(layout([0]).bars, [{ left: 0, width: 0 }]);
});

test('ticks are round and within their range', () => {
  assert.deepEqual(ticks(0, 10), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(0.13, 0.97), [0.2, 0.4, 0.6, 0.8]);
  assert.deepEqual(ticks(-3, 3, 3), [-2, 0, 2]);
  assert.deepEqual(ticks(5, 5), [5]);
});

test('a scale of a point is its middle', () => {
  assert.equal(linear(2, 2, 0, 10)(2), 5);
  assert.equal(linear(0, 10, 100, 0)(2.5), 75);
});

test('ticks of time are whole hours and days', () => {
  const day = Date.parse('2026-01-05T00:00:00Z') / 1000;
  assert.deepEqual(timeTicks(day - 60, day + 7 * 3600).map(at => (at - day) / 3600), [0, 3, 6]);
});

test('the highest revision of a match counts, the others were replaced', () => {
  const rows = [
    { customer: 'alice', start: 'a', revision: 1 },
    { customer: 'bob', start: 'a', revision: 2 },
    { customer: 'carol', start: 'b' },
  ];
  assert.deepEqual(lanes(rows).counted.map(it => it.customer), ['bob', 'carol']);
  assert.deepEqual(lanes(rows).replaced.map(it => it.customer), ['alice']);
});

test('pieces of bars are parts of the widest bar', () => {
  const rows = [{ values: { a: 1, b: 3 } }, { values: { a: 2, b: -1 } }];
  assert.deepEqual(pieces(rows, ['a', 'b']), [[0.25, 0.75], [0.5, 0]]);
});

test('arcs of a pie follow each other and leave open what nobody has', () => {
  assert.deepEqual(arcs([1, 2], 4), [{ from: 0, to: 0.25 }, { from: 0.25, to: 0.75 }]);
  assert.deepEqual(arcs([1], 0), [{ from: 0, to: 0 }]);
});

test('children divide their parent by shares, also by changed ones', () => {
  const rows = [
    { path: 'root', rawShares: 1 },
    { path: 'root/bio', rawShares: 40 },
    { path: 'root/physics', rawShares: 60 },
    { path: 'root/physics/alice', rawShares: 1, user: 'alice' },
  ];
  const widths = changed => Object.fromEntries(icicle(treeOf(rows, changed)).map(({ node, width }) => [node.path, width]));
  assert.deepEqual(flat(treeOf(rows)).map(it => `${it.depth} ${it.name}`), ['0 root', '1 bio', '1 physics', '2 alice']);
  close(widths({})['root/physics/alice'], 0.6);
  close(widths({ 'root/physics': 40 })['root/bio'], 0.5);
});

test('a row whose parent is not shown is a root', () => {
  assert.deepEqual(treeOf([{ path: 'root/physics', rawShares: 3 }]).map(it => it.part), [1]);
});

test('large numbers have the prefix of their unit', () => {
  for (const [value, text] of [[1e7, '10 M'], [115e9, '115 G'], [9.999e14, '1 P'], [8.51246e18, '8.51 E'], [-2.5e12, '-2.5 T'], [1e27, '1.00e27']]) {
    assert.equal(largeText(value, 3), text);
  }
  assert.equal(tickText(2.5e12), '2.5 T');
  assert.equal(tickText(9999999), '10,000,000');
});
