// Merges a source's content into a stored record.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The stored content with the source's fields. A field that the source leaves out is unchanged, never cleared. Lists
 * grow: an entry that exists already (by its `id`, else by `scheme` and `identifier`, `url`, `value`, or the text itself in any case) is
 * updated, a new one is added at the end.
 */
export function mergeContent<T extends object>(stored: T, source: Partial<T>): T {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(stored));
  for (const [name, value] of Object.entries(source)) {
    const before = merged[name];
    // Active is the default, which is not stored.
    if (value === undefined || (name === 'isActive' && value === true && before === undefined)) continue;
    merged[name] = Array.isArray(value) && Array.isArray(before) ? mergeLists(before, value) : value;
  }
  return merged as T;
}

/** Entries that are stored stay, also two that differ by case alone. */
function mergeLists(stored: readonly unknown[], source: readonly unknown[]): unknown[] {
  const merged = [...stored];
  const places = new Map(stored.map((entry, index) => [getEntryKey(entry), index]));
  for (const entry of source) {
    const key = getEntryKey(entry);
    const place = places.get(key);
    const before = place === undefined ? undefined : merged[place];
    if (place === undefined) places.set(key, merged.push(entry) - 1);
    else if (isFields(entry)) merged[place] = isFields(before) ? { ...before, ...entry } : entry;
  }
  return merged;
}

function getEntryKey(entry: unknown): string {
  if (typeof entry === 'string') return JSON.stringify(entry.toLowerCase());
  if (!isFields(entry)) return JSON.stringify(entry);
  return JSON.stringify(entry.id ?? entry.url ?? entry.value ?? [entry.scheme, entry.identifier]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
