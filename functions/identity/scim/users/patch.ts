// The changes of a PATCH to a user, by the library that implements RFC 7644, 3.5.2.
import { scimPatch } from 'scim-patch';
import type * as z from 'zod';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { describeIssues } from '../../../../shared/http/request/describe-issues.ts';
import { type Patch, readOperations, refuseOperation } from '../operations.ts';
import { ProvisionedUserInput } from './contract.ts';

export type UserInput = z.output<typeof ProvisionedUserInput>;

/**
 * The resource after the operations, read as one that replaces it.
 * @throws Failure 400 with what the operations leave invalid
 */
export function applyPatch(resource: object, patch: Patch): UserInput {
  let patched: unknown = structuredClone(resource);
  for (const [index, operation] of readOperations(patch).entries())
    try {
      patched = scimPatch(patched as Parameters<typeof scimPatch>[0], [operation], {
        mutateDocument: false,
        treatMissingAsAdd: true,
      });
    } catch (error) {
      // The library also throws plain errors, for paths whose filter it cannot read.
      throw refuseOperation(error instanceof Error ? error.message : 'it is invalid.', index, 'path');
    }
  const result = ProvisionedUserInput.safeParse(patched);
  if (!result.success)
    throwIfInvalid(
      describeIssues(result.error.issues, {
        schema: ProvisionedUserInput,
        value: patched,
        part: 'value',
        isAllText: false,
      }),
    );
  return result.data as UserInput;
}
