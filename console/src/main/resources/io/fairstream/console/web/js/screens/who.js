/** Who the reader is: a choice among the customers, kept in this browser. */

import { el } from '../dom.js';
import { chooseOwn, ownName, principal } from '../own.js';
import { card, head } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const PAGES = { jobs: name => address('/user', name.split('@')[0], 'jobs'), projection: name => address('/customer', name, 'projection') };

export const title = () => 'Choose yourself';

export async function show(context) {
  const { main } = context;
  const page = PAGES[context.query.get('to')] ?? (name => address('/customer', name));
  const known = el('p', { class: 'links' });
  main.append(
    head('Choose yourself', { lead: 'Choose a customer. “This is me” on its page makes it yours in this browser.' }),
    known,
    dataTable(context, { title: 'Customers', words: ['userprio'], options: { 'all-users': true, flat: true }, key: 'customer', links: { customer: page },
      nothing: 'Nobody has used anything yet.', fills: 'fairstream produce matches --bootstrap-server HOST:PORT < matches.jsonl' }));
  if (ownName()) {
    known.append(el('a', { class: 'button', href: page(ownName()) }, ownName()), el('button', { type: 'button', onclick: () => (chooseOwn(null), known.replaceChildren()) }, 'Not me'));
    return;
  }
  const name = await principal().catch(() => null);
  if (name && !context.signal.aborted) {
    known.append(card('', { labelled: false }, el('p', null, 'The server knows you as ', el('strong', null, name), '. Search for it below, or go to ', el('a', { href: address('/user', name, 'jobs') }, `the jobs of ${name}`), '.')));
  }
}
