/** JSON whose numbers keep the text that they came as: what is published has digits that a JavaScript number may not print. */

const sources = new WeakMap();

function remember(holder, key, source) {
  if (!sources.has(holder)) {
    sources.set(holder, new Map());
  }
  sources.get(holder).set(key, source);
}

/** As `JSON.parse`; {@link exactText} then knows how each number was written. */
export function parseExact(text) {
  return JSON.parse(text, function keep(key, value, context) {
    if (typeof value === 'number' && context?.source !== undefined && context.source !== String(value)) {
      remember(this, key, context.source);
    }
    return value;
  });
}

/** A value as text: a number as it was written, a list or an object as JSON, nothing as ''. */
export function exactText(holder, key) {
  const value = holder?.[key];
  if (value === undefined || value === null) {
    return '';
  }
  const source = sources.get(holder)?.get(key);
  if (source !== undefined) {
    return source;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function holderOf(fields, name) {
  if (name in fields) {
    return [fields, name];
  }
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const inner = fields[name.slice(0, dot)];
    if (inner !== null && typeof inner === 'object') {
      return holderOf(inner, name.slice(dot + 1));
    }
  }
  return [undefined, name];
}

/** The text of a field by its column's name, in which a dot may stand for an object: `now.rank`. */
export const exactField = (fields, name) => exactText(...holderOf(fields ?? {}, name));

/** The value of a field by its column's name. */
export function field(fields, name) {
  const [holder, key] = holderOf(fields ?? {}, name);
  return holder?.[key];
}
