// Checks that the person of a user exists in the tenant.

import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode as knownCode } from '../../../shared/data/tenant/tenant-code.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { isUuid } from '../administration/administration.ts';
import type { TenantAssignment } from './tenant-roles.ts';

async function validatePerson(
  platform: PlatformStore,
  { tenantCode, personId }: TenantAssignment,
  target: string,
): Promise<ErrorDetail[]> {
  const code = knownCode(tenantCode);
  if (personId === undefined || code === undefined) return [];
  const tenant = platform.tenant(code);
  const exists =
    isUuid(personId) && (await tenant.get(personKey(tenant, personId), { consistent: true })) !== undefined;
  if (exists) return [];
  const message = `The tenant ${code} has no person with the id ${personId}; personId must be the id of one of its people.`;
  return [{ code: 'UNKNOWN_VALUE', message, target }];
}

/**
 * Asserts that the people of these assignments exist in their tenants.
 * @throws Failure 400 with every unknown person
 */
export async function assertPeopleExist(
  platform: PlatformStore,
  assignments: readonly TenantAssignment[],
  targetOf: (index: number) => string = () => 'personId',
): Promise<void> {
  const details = await Promise.all(
    assignments.map((assignment, index) => validatePerson(platform, assignment, targetOf(index))),
  );
  throwIfInvalid(details.flat());
}
