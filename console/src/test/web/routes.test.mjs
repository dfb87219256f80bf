import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { ROUTES, address, queryText, route } from '../../main/resources/io/fairstream/console/web/js/router.js';

const SCREENS = new URL('../../main/resources/io/fairstream/console/web/js/screens/', import.meta.url);

test('each address means one screen', () => {
  const cases = [
    ['/pool', 'pool', {}],
    ['/pool/', 'pool', {}],
    ['/customer/alice@pool.example', 'standing', { name: 'alice@pool.example' }],
    ['/customer/alice%40pool.example/explain', 'explain', { name: 'alice@pool.example' }],
    ['/association/root/physics/alice', 'explain-association', { name: 'root/physics/alice' }],
    ['/job/tux/105', 'job', { name: 'tux/105' }],
    ['/tables/charges', 'tables', { name: 'charges' }],
    ['/customer/alice/explain/more', 'not-found', { path: '/customer/alice/explain/more' }],
    ['/association', 'not-found', { path: '/association' }],
    ['/customer/%E0%A4%A', 'standing', { name: '%E0%A4%A' }],
  ];
  for (const [path, screen, params] of cases) {
    assert.deepEqual(route(path), { screen, params }, path);
  }
});

test('each screen of a route is there', () => {
  for (const [pattern, screen] of ROUTES) {
    assert.ok(existsSync(new URL(`${screen}.js`, SCREENS)), pattern);
  }
});

test('the address of a name leads back to it', () => {
  for (const name of ['alice@pool.example', 'a b', 'ü', '100%', 'what?', 'a#b', 'group.x@y', 'a&b=c']) {
    assert.deepEqual(route(address('/customer', name, 'explain')), { screen: 'explain', params: { name } }, name);
    assert.deepEqual(route(address('/association', `root/${name}`)).params, { name: `root/${name}` }, name);
  }
});

test('a query leaves out what is not said, and repeats lists', () => {
  assert.equal(queryText({ at: null, find: '', all: true, set: ['a=1', 'b=2'], off: false }), '?all&set=a%3D1&set=b%3D2');
  assert.equal(queryText({}), '');
  assert.equal(queryText({ at: '2026-01-06T08:00:00Z' }), '?at=2026-01-06T08:00:00Z');
});
