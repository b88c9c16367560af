// Holds the person that a user is said to be against the people of the tenant.

import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode as knownCode } from '../../../shared/data/tenant-code.ts';
import { personKey } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { isUuid } from '../administration.ts';
import type { TenantAssignment } from './administer.ts';

async function validatePerson(
  platform: PlatformStore,
  { tenantCode, personId }: TenantAssignment,
  target: string,
): Promise<ErrorDetail[]> {
  const code = knownCode(tenantCode);
  if (personId === undefined || code === undefined) return [];
  const tenant = platform.tenant(code);
  const isThere =
    isUuid(personId) && (await tenant.get(personKey(tenant, personId), { consistent: true })) !== undefined;
  if (isThere) return [];
  const message = `The tenant ${code} has no person ${personId}; it must be the id of one of its people.`;
  return [{ code: 'UNKNOWN_VALUE', message, target }];
}

/**
 * Refuses assignments to people whom their tenant does not have.
 * @throws Failure 400 with every unknown person
 */
export async function assertPeopleExist(
  platform: PlatformStore,
  assignments: readonly TenantAssignment[],
  targetOf: (index: number) => string = () => 'personId',
): Promise<void> {
  const faults = await Promise.all(
    assignments.map((assignment, index) => validatePerson(platform, assignment, targetOf(index))),
  );
  const [first, ...rest] = faults.flat();
  if (first) throw invalid([first, ...rest]);
}
