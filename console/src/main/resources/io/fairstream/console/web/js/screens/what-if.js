/** The same history under other settings: who gains and who loses of a pool that all want whole. */

import { divergingBars } from '../charts/stacks.js';
import { debounced, el, text } from '../dom.js';
import { isoDuration, secondsOf, span } from '../durations.js';
import { exactText } from '../exact.js';
import { card, labelled } from '../parts.js';
import { address } from '../router.js';
import { dataTable } from '../table.js';

const HOUR = 3600;
const LONGEST_DAYS = 90;
const STEPS = 100;
const WAIT = 500;
const SHOWN = 24;
/** Below it the shown digits are 0. */
const NOTICEABLE = 0.00005;

export const title = () => 'What if';

/** The slider is logarithmic: from an hour to 90 days. */
const halfLifeOf = step => {
  const hours = (LONGEST_DAYS * 24) ** (step / STEPS);
  return Math.round(hours < 48 ? hours : Math.round(hours / 24) * 24) * HOUR;
};
const stepOf = seconds => (STEPS * Math.log(Math.max(HOUR, seconds) / HOUR)) / Math.log(LONGEST_DAYS * 24);

export function show(context) {
  const { main, query } = context;
  const given = secondsOf(query.get('halflife') ?? '');
  let halfLife = Number.isNaN(given) ? 7 * 24 * HOUR : given;
  const others = query.getAll('set');
  const lead = el('p', { class: 'lead' }, 'The journal of this pool is run again under another half-life. Nothing is changed.');
  const bars = el('div', { class: 'place' });
  const output = el('output', { for: 'halflife', class: 'figure' }, span(halfLife));
  const range = el('input', { type: 'range', id: 'halflife', min: 0, max: STEPS, step: 0.5, value: stepOf(halfLife), 'aria-valuetext': span(halfLife) });
  const exact = el('input', { type: 'text', id: 'halflife-exact', size: 8, value: isoDuration(halfLife), spellcheck: 'false', autocomplete: 'off' });
  const more = el('input', { type: 'text', id: 'set', size: 40, value: others.join(' '), spellcheck: 'false', autocomplete: 'off', placeholder: 'priority.factor.default=2 groups=physics',
    onchange: event => context.setQuery({ set: event.target.value.trim().split(/\s+/).filter(Boolean) }, true) });
  const options = () => ({ 'from-topic': true, set: [`priority.halflife=${isoDuration(halfLife)}`, ...others] });
  const table = dataTable(context, { title: 'Before and after', note: 'Rank 1 is served first.', words: ['what-if'], options, pace: 'once', key: 'customer', limit: 500, nothing: 'The journal has no use yet.',
    onanswer(answer, section) {
      lead.textContent = answer.sentences[0] ?? lead.textContent;
      const rows = (section?.rows ?? []).map(it => it.fields).filter(it => it.gain !== undefined && it.gain !== null);
      const sorted = [...rows].sort((a, b) => b.gain - a.gain);
      const shown = sorted.length <= SHOWN ? sorted : [...sorted.slice(0, SHOWN / 2), ...sorted.slice(-SHOWN / 2)];
      bars.removeAttribute('aria-busy');
      bars.replaceChildren(divergingBars('Gain or loss of the share', shown.map(it => ({
        label: el('a', { href: address('/customer', it.customer) }, it.customer),
        value: Math.abs(it.gain) < NOTICEABLE ? 0 : it.gain,
        shown: `${it.gain > 0 ? '+' : ''}${(it.gain * 100).toFixed(2)} points`,
        exact: exactText(it, 'gain'),
      }))));
    } });
  const again = debounced(WAIT, () => table.again());
  function changed(seconds) {
    halfLife = seconds;
    text(output, span(halfLife));
    range.setAttribute('aria-valuetext', span(halfLife));
    exact.value = isoDuration(halfLife);
    bars.setAttribute('aria-busy', 'true');
    context.setQuery({ halflife: isoDuration(halfLife) });
    again();
  }
  range.addEventListener('input', () => changed(halfLifeOf(Number(range.value))));
  exact.addEventListener('change', () => {
    const seconds = secondsOf(exact.value.trim());
    if (seconds > 0) {
      range.value = stepOf(seconds);
      changed(seconds);
    }
  });
  main.append(
    el('div', { class: 'head' }, el('h1', null, 'What if'), lead),
    card('Other settings', {},
      el('div', { class: 'halflife' }, labelled('Half-life', range), output),
      el('div', { class: 'fields' }, labelled('Exactly', exact, 'such as P7D or 36h'), labelled('And also', more, 'settings with blanks between them'))),
    card('Winners and losers', { note: 'By how many percentage points the share of the pool would change, if all want the whole pool.' }, bars),
    table);
}
