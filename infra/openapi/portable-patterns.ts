// Leaves patterns out of a document that readers with another regular expression engine, or without the flags of ours,
// would reject or read differently. The service still validates them.

/** Unicode properties need the flag u; lookbehind and named groups exist only in some engines. */
const isPortable = (pattern: string): boolean => !/\\[pPk]|\(\?</.test(pattern);

/** A copy without the patterns that are not portable. */
export function removeUnportablePatterns<T>(document: T): T {
  const isExample = (name: string): boolean => name === 'example' || name === 'examples';
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, inner]) => name !== 'pattern' || typeof inner !== 'string' || isPortable(inner))
        .map(([name, inner]) => [name, isExample(name) ? inner : copy(inner)]),
    );
  };
  return copy(document) as T;
}
