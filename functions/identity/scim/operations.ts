// The operations of a PATCH, checked before anything is done with them.
import { InvalidScimPatch, patchBodyValidation, type ScimPatchOperation } from 'scim-patch';
import type * as z from 'zod';
import { invalid } from '../../../shared/errors/failure.ts';
import { patchUrn } from './message.ts';
import type { PatchInput } from './patch-input.ts';

export type Patch = z.output<typeof PatchInput>;

/** A name that leads out of the resource, into what every object has. */
const isUnsafe = (text: string) => /__proto__|\b(?:constructor|prototype)\b/.test(text);

function assertSafe({ Operations }: Patch): void {
  const index = Operations.findIndex((operation) => isUnsafe(JSON.stringify(operation)));
  if (index !== -1) throw refuseOperation('The operation names no attribute of the resource.', index, 'path');
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
