// How a function is named: here alone, for those who make functions and the one that calls them.
import { createHash } from 'node:crypto';

/** What Lambda takes (AWS Lambda API Reference, CreateFunction). */
const maxLength = 64;

/**
 * The name of the function `name` among those whose names begin so (`rostrum-dev-crm-`). One that is too long ends in
 * characters of its hash, which tell it from others that begin alike.
 */
export function buildFunctionName(beginning: string, name: string): string {
  const full = `${beginning}${name}`;
  if (full.length <= maxLength) return full;
  const hash = createHash('sha256').update(full).digest('hex').slice(0, 6);
  return `${full.slice(0, maxLength - hash.length - 1)}-${hash}`;
}
