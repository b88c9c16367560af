// How a record that is there already takes up what a source says of it.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The record with the source's fields laid over it. A source changes only what it gives: a field it leaves out
 * stays, and nothing is ever cleared by absence. Lists grow: an entry that is there already (by its `id`, else
 * by `scheme` and `identifier`, `url`, or the text itself) is brought up to date, a new one is added at the end.
 */
export function mergeContent<T extends object>(kept: T, source: Partial<T>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(kept));
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const before = merged[name];
    merged[name] = Array.isArray(value) && Array.isArray(before) ? mergeLists(before, value) : value;
  }
  return merged as T;
}

function mergeLists(kept: readonly unknown[], source: readonly unknown[]): unknown[] {
  const entries = new Map(kept.map((entry) => [getEntryKey(entry), entry]));
  for (const entry of source) {
    const key = getEntryKey(entry);
    const before = entries.get(key);
    entries.set(key, isFields(before) && isFields(entry) ? { ...before, ...entry } : entry);
  }
  return [...entries.values()];
}

function getEntryKey(entry: unknown): string {
  if (!isFields(entry)) return JSON.stringify(entry);
  return JSON.stringify(entry.id ?? entry.url ?? [entry.scheme, entry.identifier]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
