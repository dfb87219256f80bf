/** Which page says more about the value of a column. */

import { address } from './router.js';
import { field } from './exact.js';

const customer = name => address('/customer', name);
const user = name => address('/user', name, 'jobs');
const RESERVED = new Set(['IDLE', 'DOWN', 'SYSTEM', '<none>', '']);

const BY_COLUMN = {
  customer,
  submitter: customer,
  resource: name => address('/resource', name),
  host: (name, fields) => (fields.instance === undefined ? address('/host', name) : null),
  project: name => address('/project', name),
  target: name => address('/target', name),
  bank: name => address('/bank', name),
  account: name => (name.includes('/') || name === 'root' ? address('/bank', name) : null),
  node: (name, fields) => address('/node', fields.cluster ? `${fields.cluster}/${name}` : name),
  job: name => address('/job', name),
  jobId: (id, fields) => (fields.cluster ? address('/job', `${fields.cluster}/${id}`) : null),
  user: (name, fields) => (fields.host !== undefined ? address('/volunteer', name) : user(name)),
  path: (name, fields) => address(fields.user ? '/association' : '/bank', name),
};

/**
 * @param {string} column its name
 * @param {object} fields of the row
 * @param {Object<string, function(string, object): (string|null)>} [own] of the table, in the stead of the usual
 * @returns {string|null}
 */
export function linkOf(column, fields, own = {}) {
  const value = field(fields, column);
  const way = own[column] ?? BY_COLUMN[column];
  if (!way || value === undefined || value === null || RESERVED.has(value)) {
    return null;
  }
  return way(String(value), fields);
}

/** The page of what a search has found. */
export function foundAt({ kind, name, ...rest }) {
  const ways = {
    ...BY_COLUMN,
    group: customer,
    association: path => address('/association', path),
    'user in a bank': path => address('/association', path),
    job: name => address('/job', name),
    node: name => address('/node', name),
    volunteer: name => address('/volunteer', name),
    table: name => address('/tables', name),
    setting: name => address('/tables', 'settings', '', { find: name }),
  };
  return ways[kind]?.(name, rest) ?? address('/pool', '', '', { find: name });
}
