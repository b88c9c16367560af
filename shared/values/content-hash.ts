// A stable hash of a record's content, to tell whether it changed.
import { createHash } from 'node:crypto';

/**
 * The hash of a value as JSON: the order of members does not count, members that are `undefined` count as absent, the
 * order of arrays counts. Returns 43 characters of base64url (SHA-256).
 */
export function contentHash(content: unknown): string {
  return createHash('sha256')
    .update(canonicalize(content) ?? 'undefined')
    .digest('base64url');
}

/** JSON with sorted members; like `JSON.stringify`, `undefined` for values that JSON cannot represent. */
function canonicalize(value: unknown): string | undefined {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalize(item) ?? 'null').join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, member]) => {
      const text = canonicalize(member);
      return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
    });
  return `{${members.join(',')}}`;
}
