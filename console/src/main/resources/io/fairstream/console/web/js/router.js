/** Which screen an address means, and the address of a screen. Pure: knows no document. */

/** Patterns and the module in `screens/` that shows them; `:name` is one segment, `*name` is all that follows. */
export const ROUTES = [
  ['/pool', 'pool'],
  ['/me', 'who'],
  ['/customer/:name', 'standing'],
  ['/customer/:name/explain', 'explain'],
  ['/customer/:name/projection', 'projection'],
  ['/association/*name', 'explain-association'],
  ['/target/*name', 'explain-target'],
  ['/user/:name/jobs', 'user-jobs'],
  ['/user/:name', 'user-jobs'],
  ['/shares', 'shares'],
  ['/bank/*name', 'bank'],
  ['/edits', 'edits'],
  ['/utilization', 'utilization'],
  ['/nodes', 'nodes'],
  ['/node/*name', 'node'],
  ['/health', 'health'],
  ['/what-if', 'what-if'],
  ['/negotiate', 'negotiate'],
  ['/history', 'history'],
  ['/resources', 'resources'],
  ['/resource/*name', 'resource'],
  ['/shadow', 'shadow'],
  ['/jobs', 'jobs'],
  ['/job/*name', 'job'],
  ['/volunteers', 'volunteers'],
  ['/volunteer/:name', 'volunteer'],
  ['/project/:name', 'project'],
  ['/host/*name', 'host'],
  ['/tables', 'tables'],
  ['/tables/:name', 'tables'],
  ['/table/:name', 'tables'],
];

const segmentsOf = path => path.split('/').filter(part => part !== '');

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function matched(pattern, segments) {
  const params = {};
  const parts = segmentsOf(pattern);
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (part.startsWith('*')) {
      params[part.slice(1)] = segments.slice(i).map(decoded).join('/');
      return segments.length > i ? params : null;
    }
    if (i >= segments.length) {
      return null;
    }
    if (part.startsWith(':')) {
      params[part.slice(1)] = decoded(segments[i]);
    } else if (part !== segments[i]) {
      return null;
    }
  }
  return parts.length === segments.length ? params : null;
}

/**
 * @param {string} pathname
 * @returns {{screen: string, params: Object<string, string>}} `not-found` if no pattern fits
 */
export function route(pathname) {
  const segments = segmentsOf(pathname);
  for (const [pattern, screen] of ROUTES) {
    const params = matched(pattern, segments);
    if (params) {
      return { screen, params };
    }
  }
  return { screen: 'not-found', params: { path: pathname } };
}

/** What an address has to have encoded in a segment; `@` and the like may stand as they are. */
const segment = text => encodeURIComponent(text).replace(/%(40|3A|24|2C|2B|3D|26)/g, decodeURIComponent);

/**
 * The address of a page.
 *
 * @param {string} head such as `/customer`
 * @param {string} name what stands behind it; a slash in it stays one
 * @param {string} [tail] such as `explain`
 * @param {object} [query] null and '' are left out
 */
export function address(head, name = '', tail = '', query = {}) {
  const path = [head, ...name.split('/').map(segment), ...(tail ? [tail] : [])].filter(part => part !== '').join('/');
  return path + queryText(query);
}

/** `?a=1&b=2`, or nothing. */
export function queryText(query) {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(one => [name, one]))
    .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  const text = pairs
    .map(([name, value]) => encodeURIComponent(name) + (value === true ? '' : '=' + encodeURIComponent(value)))
    .join('&')
    .replace(/%(3A|2F|40|2C)/g, decodeURIComponent);
  return text === '' ? '' : '?' + text;
}
