/** Any table or journal, in windows. */

import { el } from '../dom.js';
import { atOption, head, instantPicker } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const STEER = 'fairstream steer --to htcondor --bootstrap-server HOST:PORT';

/** Name, what it has, whether it can be evaluated at an instant, and the command that fills it where that is no event. */
const TABLES = {
  priorities: ['Each customer’s priority, factor and usage', true],
  'open-matches': ['Who holds what now'],
  'match-records': ['Finished matches, with corrections'],
  charges: ['The journal: every entry'],
  jobs: ['The state of each job'],
  'job-accounting': ['What each job used', true],
  'user-accounting': ['What each user used', true],
  nodes: ['What each node’s time went to', true],
  shares: ['The tree of banks and users'],
  'association-usage': ['Usage in banks', true],
  'fair-share': ['Factors and ranks that schedulers read'],
  hosts: ['Volunteers’ hosts'],
  daily: ['Work of each day'],
  balances: ['What projects and banks may still use', true],
  notices: ['Thresholds of allocations that were reached'],
  assignments: ['Which projects each host computes for'],
  allocations: ['What projects and banks may use'],
  projects: ['Projects of volunteers'],
  preferences: ['What volunteers want'],
  shadow: ['What schedulers believe of users, beside ours', false, 'fairstream shadow --scheduler htcondor --bootstrap-server HOST:PORT'],
  steering: ['Edits sent to schedulers, and their answers', false, STEER],
  steered: ['What schedulers were set to before', false, STEER],
  rejections: ['Events that were refused'],
  'input-counts': ['Events read, applied and refused, by partition'],
  settings: ['Settings of the running topology'],
};

export const title = ({ name }) => (name ? `Table ${name}` : 'Tables');

const index = () => el('ul', { class: 'index' }, Object.entries(TABLES).map(([name, [words]]) =>
  el('li', null, el('a', { href: address('/tables', name) }, name), el('span', null, words))));

function list(main) {
  main.append(head('Tables', { lead: 'Whatever the topology publishes, row by row. Journals have an entry for each charge.' }), index());
}

export function show(context) {
  const { main, params: { name } } = context;
  if (!name) {
    list(main);
    return;
  }
  if (!Object.hasOwn(TABLES, name)) {
    main.append(head(`There is no table ${name}`, { lead: 'These are all:', crumbs: [['Tables', '/tables']] }), index());
    return;
  }
  const [words, hasInstant, fills] = TABLES[name];
  const key = context.query.get('key') ?? '';
  const input = el('input', { id: 'key', type: 'text', value: key, placeholder: 'a customer, a path, cluster/job …', spellcheck: 'false', autocomplete: 'off',
    onchange: event => context.setQuery({ key: event.target.value.trim(), offset: '' }, true) });
  const hasRevisions = name === 'match-records';
  const revisions = el('label', { class: 'row' }, el('input', { type: 'checkbox', id: 'revisions', checked: context.query.has('revisions'),
    onchange: event => context.setQuery({ revisions: event.target.checked ? true : '' }, true) }), 'all revisions');
  main.append(
    head(name, { lead: words, crumbs: [['Tables', '/tables']], actions: hasInstant ? [instantPicker(context)] : [] }),
    el('div', { class: 'fields' }, el('div', { class: 'field wide' }, el('label', { for: 'key' }, 'Only this key'), input), hasRevisions && revisions),
    dataTable(context, {
      title: `Rows of ${name}`,
      words: ['table', name],
      options: { key: key || null, at: hasInstant ? atOption(context) : null, 'all-revisions': hasRevisions && context.query.has('revisions') },
      pace: atOption(context) || name === 'charges' ? 'once' : 'lead',
      nothing: key ? `There is no row of ${key}.` : 'The table has no rows yet.',
      fills: key ? undefined : (fills ?? 'fairstream help produce'),
    }));
}
