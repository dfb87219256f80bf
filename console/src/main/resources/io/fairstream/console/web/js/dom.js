/** Elements, built without markup in texts: whatever comes from the server becomes a text node. */

const SVG = 'http://www.w3.org/2000/svg';

/** What the eye cannot see in a text: a name that holds such signs could pass for another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with such signs shown by their numbers, as commands show them. Pure. */
export const visible = text => String(text).replace(UNSEEN, sign => `\\u${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

const SHOWN_ATTRIBUTES = new Set(['title', 'aria-label']);

function set(node, name, value) {
  if (value === undefined || value === null || value === false) {
    return;
  }
  if (name.startsWith('on')) {
    node.addEventListener(name.slice(2), value);
  } else if (name === 'style') {
    for (const [property, text] of Object.entries(value)) {
      node.style.setProperty(property, text);
    }
  } else if (name === 'value') {
    node.value = value;
  } else {
    node.setAttribute(name, value === true ? '' : SHOWN_ATTRIBUTES.has(name) ? visible(value) : value);
  }
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name !== 'value') {
      set(node, name, value);
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) {
      node.append(child instanceof Node ? child : visible(child));
    }
  }
  // A select takes a value only once its options are there.
  set(node, 'value', props?.value);
  return node;
}

/**
 * @param {string} tag
 * @param {object} [props] attributes; `onclick` and the like are listeners, `style` an object of properties, null and false are left out
 * @param {...(Node|string|number|null|Array)} children
 */
export function el(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** As {@link el}, of SVG. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Puts others in the place of a node's children. */
export function refill(node, ...children) {
  node.replaceChildren();
  return fill(node, null, children);
}

/** Changes a node's children only when the text would be another, so that a selection stays. */
export function text(node, value) {
  const next = visible(value ?? '');
  if (node.textContent !== next) {
    node.textContent = next;
  }
  return node;
}

const FOCUSABLE = 'a[href], button, input, select, [tabindex]';
const likeness = node => node.id || [node.tagName, node.getAttribute('href'), node.getAttribute('aria-label'), node.textContent].join('\n');

/**
 * Runs what draws a part of the screen anew. Who works by keyboard keeps the focus: on the same node where it is still there, otherwise on
 * the nearest that is like it, otherwise on what has its place.
 *
 * @param {function()} draw
 */
export function keepingFocus(draw) {
  const before = document.activeElement;
  if (!before?.closest('main *')) {
    draw();
    return;
  }
  const like = likeness(before);
  const areas = [];
  for (let area = before.parentElement; area.tagName !== 'HTML'; area = area.parentElement) {
    areas.push([area, [...area.querySelectorAll(FOCUSABLE)].indexOf(before)]);
  }
  draw();
  if (document.activeElement !== document.body) {
    return;
  }
  const left = areas.filter(([area]) => area.isConnected).map(([area, index]) => [[...area.querySelectorAll(FOCUSABLE)], index]);
  const likes = left.map(([all]) => all.find(it => likeness(it) === like));
  const next = before.isConnected ? before : (likes.find(Boolean) ?? left[0][0][left[0][1]]);
  next?.focus({ preventScroll: true });
}

let ids = 0;

/** An id that is unique on the page, for labels. */
export function freshId(stem) {
  ids += 1;
  return `${stem}-${ids}`;
}

export const isReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Runs the function once, `wait` milliseconds after the last call. */
export function debounced(wait, action) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), wait);
  };
}
