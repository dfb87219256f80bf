/** Refused events, put together by what was wrong with them. Pure. */

/** The field that failed: what stands before the first colon of a detail, if that is one word; '' otherwise. */
export function failingField(detail) {
  const found = /^([A-Za-z][\w.[\]-]*):/.exec(detail ?? '');
  return found ? found[1] : '';
}

/**
 * @param {Array<{topic: string, reason: string, detail: string, at?: string}>} rows
 * @returns {Array<{topic: string, reason: string, field: string, count: number, newest: string, example: string}>} the most first
 */
export function byReason(rows) {
  const groups = new Map();
  for (const row of rows) {
    const field = failingField(row.detail);
    const key = JSON.stringify([row.topic, row.reason, field]);
    const group = groups.get(key) ?? { topic: row.topic, reason: row.reason, field, count: 0, newest: '', example: row.detail };
    group.count += 1;
    if ((row.at ?? '') > group.newest) {
      group.newest = row.at;
      group.example = row.detail;
    }
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}
