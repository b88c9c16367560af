// The operations of a PATCH, checked before anything is done with them.
import { InvalidScimPatch, patchBodyValidation, type ScimPatchOperation } from 'scim-patch';
import type * as z from 'zod';
import { invalid } from '../../../shared/errors/failure.ts';
import { patchUrn } from './message.ts';
import type { PatchInput } from './patch-input.ts';

export type Patch = z.output<typeof PatchInput>;

/** Names that lead out of the resource, into what every object has (GHSA-9m6g-wc8r-q59c of scim-patch). */
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a part of a path, or of a name that the library reads as a path, is such a name; also one in quotes. */
const isUnsafePath = (path: string): boolean =>
  path.split(/[^\w$]+/).some((name) => unsafeNames.has(name.toLowerCase()));

const hasUnsafeName = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, inner]) => (!Array.isArray(value) && isUnsafePath(name)) || hasUnsafeName(inner),
  );

function assertSafe({ Operations }: Patch): void {
  for (const [index, { path, value }] of Operations.entries()) {
    const member =
      path !== undefined && isUnsafePath(path) ? 'path' : hasUnsafeName(value) ? 'value' : undefined;
    if (member) throw refuseOperation('The operation names no attribute of the resource.', index, member);
  }
}

/** The failure of one operation. */
export const refuseOperation = (message: string, index: number, member: 'path' | 'value' | 'op') =>
  invalid([
    {
      code: 'INVALID_FORMAT',
      message: `Operations[${index}] cannot be applied: ${message}`,
      target: `Operations[${index}].${member}`,
    },
  ]);

/** The operations as the library spells them; an op may be sent in any case, as the widest used directory does. */
export function readOperations(patch: Patch): readonly ScimPatchOperation[] {
  assertSafe(patch);
  const operations = patch.Operations.map((operation) => ({
    ...operation,
    op: operation.op.toLowerCase(),
  })) as ScimPatchOperation[];
  for (const [index, operation] of operations.entries())
    try {
      patchBodyValidation({ schemas: [patchUrn], Operations: [operation] });
    } catch (error) {
      if (error instanceof InvalidScimPatch)
        throw refuseOperation(error.message, index, operation.path ? 'op' : 'path');
      throw error;
    }
  return operations;
}
