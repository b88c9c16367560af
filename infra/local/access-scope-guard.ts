// Holds every request to DynamoDB to what its own request may touch, as IAM does on AWS by dynamodb:LeadingKeys.

import { type AccessScope, currentAccessScope } from '../../shared/data/access-scope.ts';
import { type DatabaseRequest, guardRequests } from '../../shared/data/client.ts';
import { listTouchedKeys } from './touched-keys.ts';

/** What AWS answers to whom no policy allows what is asked. Nobody foresees it, so it becomes a 500. */
class AccessDeniedException extends Error {
  override readonly name = 'AccessDeniedException';
}

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** A pattern of a reach: it ends in `*`, or is the key itself. */
const matchesPattern = (pattern: string, key: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

/**
 * The first key that a request touches outside of `reach`; undefined when all are within. IAM looks at the keys of the
 * table and of queries on the index; this also at the index's keys in what is written, which IAM does not.
 */
export function findKeyOutside(reach: AccessScope, request: DatabaseRequest): string | undefined {
  const patterns = readOperations.has(request.operation) ? [...reach.own, ...reach.read] : reach.own;
  return listTouchedKeys(request).find((key) => !patterns.some((pattern) => matchesPattern(pattern, key)));
}

/** Whose key it is, without what it says of whom: `T#harbor#`. */
const ownerPrefix = (key: string): string => /^(T#[^#]*#|P#)/.exec(key)?.[0] ?? key;

/** Refuses what goes beyond the reach of the running request before it is sent, until the returned function is called. */
export const guardAccessScope = (): (() => void) =>
  guardRequests((request) => {
    const reach = currentAccessScope();
    const key = reach && findKeyOutside(reach, request);
    if (key !== undefined)
      throw new AccessDeniedException(
        `The request for ${reach?.tenant ?? 'no tenant'} is not allowed to perform dynamodb:${request.operation} on keys of ${ownerPrefix(key)}`,
      );
  });
