// How functions are named: shared by the stacks that create them and the function that invokes them.
import { createHash } from 'node:crypto';

/** Lambda's limit (AWS Lambda API Reference, CreateFunction). */
const maxLength = 64;

/**
 * The name of the function `name` among those with a prefix (`rostrum-dev-crm-`). One that is too long is cut and ends in
 * characters of its hash, which distinguish it from others with the same beginning.
 */
export function buildFunctionName(beginning: string, name: string): string {
  const full = `${beginning}${name}`;
  if (full.length <= maxLength) return full;
  const hash = createHash('sha256').update(full).digest('hex').slice(0, 6);
  return `${full.slice(0, maxLength - hash.length - 1)}-${hash}`;
}
