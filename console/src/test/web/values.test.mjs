import assert from 'node:assert/strict';
import test from 'node:test';
import { commandLine, numberOf } from '../../main/resources/io/fairstream/console/web/js/api.js';
import { colourOf } from '../../main/resources/io/fairstream/console/web/js/colours.js';
import { commitment } from '../../main/resources/io/fairstream/console/web/js/commitment.js';
import { visible } from '../../main/resources/io/fairstream/console/web/js/dom.js';
import { isoDuration, localTime, secondsOf, span } from '../../main/resources/io/fairstream/console/web/js/durations.js';
import { exactField, field, parseExact } from '../../main/resources/io/fairstream/console/web/js/exact.js';
import { byReason, failingField } from '../../main/resources/io/fairstream/console/web/js/rejected.js';

test('lengths of time are read as commands read them', () => {
  const cases = { P14D: 1209600, PT6H: 21600, P1DT12H: 129600, '90s': 90, '1d12h': 129600, '2w': 1209600, 3600: 3600 };
  for (const [text, seconds] of Object.entries(cases)) {
    assert.equal(secondsOf(text), seconds, text);
  }
  for (const text of ['', 'P', 'PT', '5x', 'h', '6h now']) {
    assert.ok(Number.isNaN(secondsOf(text)), text);
  }
});

test('what is written as a length of time is read as the same', () => {
  for (const seconds of [0, 1, 59, 60, 5400, 3600, 86400, 90000, 1209600]) {
    assert.equal(secondsOf(isoDuration(seconds)), seconds);
  }
});

test('people see the two largest units', () => {
  assert.equal(span(0), '0 s');
  assert.equal(span(90061), '1 d 1 h');
  assert.equal(span(-3600), '1 h');
});

test('a field is found by its column, also where its name has a dot', () => {
  const row = { now: { rank: 3 }, 'fair-tree': { fairShare: 0.5 }, values: { 'tres/cpu': 7, 'a.b': 8 } };
  assert.equal(field(row, 'now.rank'), 3);
  assert.equal(field(row, 'fair-tree.fairShare'), 0.5);
  assert.equal(field(row, 'values.a.b'), 8);
  assert.equal(field(row, 'then.rank'), undefined);
});

test('a number keeps the digits that it came with, where the runtime tells them', () => {
  const row = parseExact('{"usage":5.0,"rank":3}');
  assert.equal(row.usage, 5);
  assert.ok(['5.0', '5'].includes(exactField(row, 'usage')));
  assert.equal(exactField(row, 'rank'), '3');
  assert.equal(exactField(row, 'nothing'), '');
});

test('the command of an answer can be pasted into a shell', () => {
  assert.equal(commandLine(['explain', "o'hara@x"], { by: 'day', at: null, _limit: 3 }), "fairstream explain 'o'\\''hara@x' --by day");
  assert.equal(commandLine(['userprio'], { 'all-users': true, set: ['a=1', 'b=2'] }), 'fairstream userprio --all-users --set a=1 --set b=2');
});

test('a running job is in flight since its start and committed for the rest of its limit', () => {
  const jobs = [
    { state: 'RUNNING', processors: 10, startTime: '2026-01-05T08:00:00Z', timeLimitMinutes: 240 },
    { state: 'RUNNING', processors: 2, startTime: '2026-01-05T00:00:00Z', timeLimitMinutes: 60 },
    { state: 'PENDING', processors: 8, timeLimitMinutes: 30 },
    { state: 'PENDING', processors: 4 },
    { state: 'COMPLETE', processors: 100, startTime: '2026-01-01T00:00:00Z', timeLimitMinutes: 60 },
  ];
  assert.deepEqual(commitment(jobs, '2026-01-05T09:00:00Z'), { inFlight: 10 + 18, committed: 30 + 0 + 4 + 0, running: 2, waiting: 2, unlimited: 1 });
});

test('refused records are put together by topic, reason and failing field', () => {
  assert.equal(failingField('processors: -4 (expected: >= 1)'), 'processors');
  assert.equal(failingField('no match is open: slot1'), '');
  const rows = [
    { topic: 'jobs', reason: 'INVALID', detail: 'cores: 0', at: '2026-01-02' },
    { topic: 'jobs', reason: 'INVALID', detail: 'cores: -1', at: '2026-01-03' },
    { topic: 'jobs', reason: 'INVALID', detail: 'user: ""', at: '2026-01-01' },
  ];
  assert.deepEqual(byReason(rows).map(it => [it.field, it.count, it.example]), [['cores', 2, 'cores: -1'], ['user', 1, 'user: ""']]);
});

test('a colour is made of the name alone, whoever was seen before', () => {
  const alone = colourOf('alice');
  const names = Array.from({ length: 200 }, (_, i) => `user${i}@pool.example`);
  const colours = new Set(names.map(colourOf));
  assert.equal(colourOf('alice'), alone);
  assert.match(alone, /^oklch\(var\(--person-[01]\) \d{1,3}\)$/);
  assert.ok(colours.size > 150, `${colours.size} colours of 200 names`);
});

test('the number of a cell is what it shows', () => {
  assert.equal(numberOf('1,234.50'), 1234.5);
  assert.equal(numberOf('0'), 0);
  assert.equal(numberOf(''), null);
  assert.equal(numberOf(undefined), null);
});

test('what the eye cannot see is shown by its number', () => {
  assert.equal(visible('\u202elive\u202c@example.org'), '\\u202Elive\\u202C@example.org');
  assert.equal(visible('a\nb\u200b'), 'a\\u000Ab\\u200B');
  assert.equal(visible('\u034f\u115f\u2800\u3164\ufe0f\uffa0'), '\\u034F\\u115F\\u2800\\u3164\\uFE0F\\uFFA0');
  for (const name of ['plain | text', 'Jürgen', 'שלום', '李雷', '👩']) {
    assert.equal(visible(name), name);
  }
});

test('instants are shown by the clock of the reader, to the minute, and other texts as they are', () => {
  const at = '2024-01-14T23:55:01.123Z';
  assert.match(localTime(at), /^2024-01-1[45] \d{2}:\d{2}$/);
  assert.equal(new Date(localTime(at).replace(' ', 'T')).getTime(), Date.parse('2024-01-14T23:55:00Z'));
  for (const text of ['', 'slot1@node', '2024-01-14', '2024-01-14T23:55:00Z now']) {
    assert.equal(localTime(text), text);
  }
});
