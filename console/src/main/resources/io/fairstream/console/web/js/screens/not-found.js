/** An address that is no screen. */

import { el } from '../dom.js';
import { head } from '../parts.js';

export const title = () => 'Not found';

export function show({ main, params }) {
  main.append(
    head('There is no such page', { lead: [el('code', null, params.path), ' is not an address of this console.'] }),
    el('p', { class: 'links' }, el('a', { class: 'button', href: '/pool' }, 'Pool now'), el('a', { class: 'button', href: '/tables' }, 'All tables')),
    el('p', { class: 'faint' }, 'The search in the header finds users, banks, jobs, nodes and projects: press / to go there.'));
}
