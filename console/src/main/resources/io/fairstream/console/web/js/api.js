/** What the server answers: each address under /api/v1 is a command, its answer what that command shows. */

import { parseExact } from './exact.js';
import { queryText } from './router.js';

/** Why there is no answer, in the server's words. */
export class Problem extends Error {
  /** @param {boolean} [takesToken] whether one can sign in */
  constructor(status, text, takesToken = false) {
    super(text);
    this.status = status;
    this.takesToken = takesToken;
  }
}

/** An answer of version 1: sections of sentences, warnings and tables. */
export class Answer {
  constructor(document) {
    this.at = document.at;
    this.sections = document.sections;
  }

  /** Lines for people, without the blank ones. */
  get sentences() {
    return this.sections.filter(it => it.kind === 'sentence' && it.text !== '').map(it => it.text);
  }

  get warnings() {
    return this.sections.filter(it => it.kind === 'warning').map(it => it.text);
  }

  get tables() {
    return this.sections.filter(it => it.kind === 'table');
  }

  /** The table of a part; without a name the first. */
  table(part) {
    return this.tables.find(it => part === undefined || it.part === part);
  }

  /** The rows of a part, as `--json` prints them; without a name those of the first table. */
  rows(part) {
    return this.entries(part).map(it => it.fields);
  }

  /**
   * The rows of a part with the texts of their cells. Kinds of rows that stand in one table for people are told apart by `part` in each.
   *
   * @returns {Array<{fields: object, cell: function(string): string}>}
   */
  entries(part) {
    const tables = part === undefined ? this.tables.slice(0, 1) : this.tables;
    return tables.flatMap(table => {
      const places = new Map(table.columns.map((column, i) => [column.name, i]));
      return table.rows
        .filter(({ fields }) => part === undefined || (fields.part ?? table.part) === part)
        .map(({ fields, cells }) => ({ fields, cell: name => cells[places.get(name)] ?? '' }));
    });
  }
}

/** The number that a cell shows; null if it shows none. */
export const numberOf = cell => (cell ? Number(cell.replaceAll(',', '')) : null);

/** The address of a command's answer. An option that is `true` is a flag, a list is repeated, null and '' are left out. */
export const apiAddress = (words, options = {}) =>
  '/api/v1/' + words.map(encodeURIComponent).join('/') + queryText(options);

const quoted = text => (/^[\w@%+=:,./*-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** The same as one would type it. */
export function commandLine(words, options = {}) {
  const typed = Object.entries(options)
    .filter(([name, value]) => !name.startsWith('_') && value !== null && value !== undefined && value !== '' && value !== false)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map(one => [name, one]))
    .map(([name, value]) => (value === true ? `--${name}` : `--${name} ${quoted(String(value))}`));
  return ['fairstream', ...words.map(quoted), ...typed].join(' ');
}

async function problemOf(response) {
  const text = await response.text();
  const takesToken = response.headers.get('WWW-Authenticate') === 'Bearer';
  try {
    return new Problem(response.status, JSON.parse(text).problem ?? text, takesToken);
  } catch {
    return new Problem(response.status, text.slice(0, 500) || response.statusText || `status ${response.status}`);
  }
}

async function fetched(url, init) {
  let response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    if (cause.name === 'AbortError') {
      throw cause;
    }
    throw new Problem(0, 'The console does not answer. It is asked again.');
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return parseExact(await response.text());
}

/** One answer; throws a {@link Problem}. */
export async function ask(words, options, signal) {
  return new Answer(await fetched(apiAddress(words, options), { signal, headers: { Accept: 'application/json' } }));
}

let me;
let isUser = false;
let common = new Set();

/** Who asks, and what they may do. Asked once. */
export function whoAmI() {
  me ??= fetched('/api/v1/me', { headers: { Accept: 'application/json' } }).then(reader => {
    isUser = reader.role === 'user';
    common = new Set(reader.commonToUsers);
    return reader;
  }, problem => {
    me = undefined;
    throw problem;
  });
  return me;
}

/**
 * True if the server shows the reader only their own rows: then no count and no sentence may speak of all.
 *
 * @param {string[]} [words] of the command that is asked
 */
export const seesOwnRowsOnly = (words = []) => isUser && !common.has(words.join(' '));

/** The sentence about missing rows, or a neutral one for a reader who sees only their own rows. */
export const noRows = (sentence, words) => (seesOwnRowsOnly(words) ? 'There is no row that you may see.' : sentence);

/** Signs in; throws a {@link Problem} if the token is unknown. */
export const signIn = token => fetched('/api/v1/session', { method: 'POST', headers: { 'X-Fairstream': 'console' }, body: token });

/** Writes an edit. */
export const edit = (command, args, reason) =>
  fetched('/api/v1/edits', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Fairstream': 'console' },
    body: JSON.stringify({ command, arguments: args, reason }),
  });
