/** Scales and ticks. Pure. */

const STEPS = [1, 2, 2.5, 5, 10];

/** The least of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `step`. */
function niceStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * STEPS.find(it => it * power >= step * (1 - 1e-9));
}

/**
 * Round numbers from `low` to `high`, about as many as asked; one number if both are the same.
 *
 * @returns {number[]}
 */
export function ticks(low, high, about = 5) {
  if (!(high > low)) {
    return [low];
  }
  const step = niceStep((high - low) / about);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** A linear map of [from, to] onto [start, end]; the middle of it if the domain is a point. */
export function linear(from, to, start, end) {
  return value => (to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start));
}

const PREFIXES = 'MGTPEZY';

/** A number from ten million on, with the prefix of its unit as in commands: `2.5 T`. */
export function largeText(value, digits) {
  const [number, power] = value.toExponential(digits - 1).split('e+');
  const prefix = Math.floor(power / 3) - 2;
  return prefix < PREFIXES.length ? `${Number((number * 10 ** (power % 3)).toPrecision(digits))} ${PREFIXES[prefix]}` : `${number}e${power}`;
}

/** A short text of a number on an axis. */
export function tickText(value) {
  const size = Math.abs(value);
  if (size >= 1e7 && Number.isFinite(value)) {
    return largeText(value, 3);
  }
  if (size !== 0 && size < 1e-4) {
    return value.toExponential(1);
  }
  return value.toLocaleString('en', { maximumSignificantDigits: 6 });
}
