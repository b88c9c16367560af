// Holds every request to DynamoDB to what its own request may touch, as IAM does on AWS by dynamodb:LeadingKeys.

import { type DatabaseRequest, guardRequests } from '../../../shared/data/client.ts';
import { type AccessScope, currentAccessScope } from '../../../shared/data/tenant/access-scope.ts';
import { listTouchedKeys } from './touched-keys.ts';

/** The error AWS returns when no policy allows a request. No rule expects it, so it becomes a 500. */
class AccessDeniedException extends Error {
  override readonly name = 'AccessDeniedException';
}

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);

/** A pattern of an access scope: it ends in `*`, or is the key itself. */
const matchesPattern = (pattern: string, key: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

/**
 * The first key that a request touches outside of `scope`; undefined when all are within. IAM looks at the keys of the
 * table and of queries on the index; this also at the index's keys in what is written, which IAM does not.
 */
export function findKeyOutside(scope: AccessScope, request: DatabaseRequest): string | undefined {
  const patterns = readOperations.has(request.operation)
    ? [...scope.readWrite, ...scope.readOnly]
    : scope.readWrite;
  return listTouchedKeys(request).find((key) => !patterns.some((pattern) => matchesPattern(pattern, key)));
}

/** The owner part of a key: `T#harbor#`. */
const ownerPrefix = (key: string): string => /^(T#[^#]*#|P#)/.exec(key)?.[0] ?? key;

/** Refuses requests beyond the access scope of the running request, until the returned function is called. */
export const guardAccessScope = (): (() => void) =>
  guardRequests((request) => {
    const scope = currentAccessScope();
    const key = scope && findKeyOutside(scope, request);
    if (key !== undefined)
      throw new AccessDeniedException(
        `The request for ${scope?.tenant ?? 'no tenant'} is not allowed to perform dynamodb:${request.operation} on keys of ${ownerPrefix(key)}`,
      );
  });
