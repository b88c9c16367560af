// A map of limited size that keeps what was used last.

export interface RecentMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/** A map of at most so many entries: another one takes the place of the one that was unused longest. */
export function createRecentMap<K, V>(most: number): RecentMap<K, V> {
  // A Map keeps the order of insertion: the entry used last is last.
  const entries = new Map<K, V>();
  const set = (key: K, value: V): void => {
    entries.delete(key);
    entries.set(key, value);
    const [leastRecent] = entries.keys();
    if (entries.size > most && leastRecent !== undefined) entries.delete(leastRecent);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
