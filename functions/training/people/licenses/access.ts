// Who may write the licenses of a person: the office, and the person where the settings allow it.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { permissionDenied } from '../../../../shared/errors/failure.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { loadTrainingSettings } from '../../training-settings.ts';

const permission = 'training.people.write';

/**
 * Asserts that the caller may write licenses of the person, who exists.
 * @throws Failure 403, 404
 */
export async function requireWritableLicenses(
  { tenant, caller }: { readonly tenant: TenantStore; readonly caller: Caller },
  personId: string,
): Promise<void> {
  assertMayActFor(caller, personId, permission);
  const [{ selfReported }] = await Promise.all([
    loadTrainingSettings(tenant),
    requirePerson(tenant, personId),
  ]);
  const isStaff = caller.kind === 'anonymous' || caller.permissions.has(permission);
  if (!isStaff && !selfReported?.mayWriteLicenses) throw permissionDenied(permission);
}
