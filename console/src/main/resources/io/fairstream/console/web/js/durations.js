/** Lengths of time as commands read and as people read. Pure. */

const DAY = 86400;
const HOUR = 3600;

/** ISO-8601 of whole seconds: 93600 is `PT26H`. */
export function isoDuration(seconds) {
  const whole = Math.round(seconds);
  if (whole % DAY === 0 && whole !== 0) {
    return `P${whole / DAY}D`;
  }
  return whole % HOUR === 0 ? `PT${whole / HOUR}H` : whole % 60 === 0 ? `PT${whole / 60}M` : `PT${whole}S`;
}

/** Seconds of `P14D`, `PT6H`, `P1DT12H`, `90s`, `15m`, `24h`, `2d`, `1w` or a number of seconds; NaN for another text. */
export function secondsOf(text) {
  const iso = /^P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (iso && text.length > 2) {
    return iso.slice(1).reduce((sum, part, i) => sum + Number(part ?? 0) * [DAY, HOUR, 60, 1][i], 0);
  }
  const units = { s: 1, m: 60, h: HOUR, d: DAY, w: 7 * DAY };
  const short = [...text.matchAll(/(\d+(?:\.\d+)?)([smhdw])/g)];
  if (short.length > 0 && short.map(it => it[0]).join('') === text) {
    return short.reduce((sum, [, number, unit]) => sum + Number(number) * units[unit], 0);
  }
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const two = number => String(number).padStart(2, '0');

/** An instant as the reader's clock has it, to the minute: `2024-01-14 23:55`; any other text stays. */
export function localTime(text) {
  if (!ISO.test(text)) {
    return text;
  }
  const at = new Date(text);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** For people: the two largest units, `2 d 3 h`. */
export function span(seconds) {
  const whole = Math.round(Math.abs(seconds));
  const parts = [[Math.floor(whole / DAY), 'd'], [Math.floor((whole % DAY) / HOUR), 'h'], [Math.floor((whole % HOUR) / 60), 'min'], [whole % 60, 's']];
  const first = parts.findIndex(([number]) => number > 0);
  if (first < 0) {
    return '0 s';
  }
  return parts.slice(first, first + 2).filter(([number]) => number > 0).map(([number, unit]) => `${number} ${unit}`).join(' ');
}
