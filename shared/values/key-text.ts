// Bounds the texts that become keys. DynamoDB allows 2048 bytes in a partition key and 1024 in a sort key, and a name of
// a hundred characters may need more once it is folded or encoded (Unicode NFKC makes eighteen letters of U+FDFA).
import { createHash } from 'node:crypto';

/** Below DynamoDB's limits, with room for the scope's prefix and for what is added to a list's name. */
const maxBytes = { partition: 1800, sort: 900 } as const;

/** How much of a long text stays readable before its hash, in characters. */
const readableLength = 100;

/** The text itself, or, when it is too long for a key, its beginning with the hash of all of it (SHA-256, base64url). */
export function boundKeyText(text: string, part: keyof typeof maxBytes): string {
  const max = maxBytes[part];
  // A UTF-16 unit is at most three bytes of UTF-8.
  if (text.length * 3 <= max || Buffer.byteLength(text) <= max) return text;
  const hash = createHash('sha256').update(text).digest('base64url');
  return `${text.slice(0, readableLength).toWellFormed()}~${hash}`;
}
