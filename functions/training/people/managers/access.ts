// What managers may do for the people they manage (docs/interface/training.md#managers).
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { mayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { permissionDenied } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { findPersonManager } from './manager.ts';

/** Whose access is decided, and when. */
export interface ManagerContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  readonly now: Date;
}

/** Whether the caller is the manager of this person: their own, or that of their organization or of one above it. */
export async function isManagerOf(
  { tenant, caller, settings, now }: ManagerContext,
  person: Pick<PersonItem, 'id' | 'organizationId'>,
): Promise<boolean> {
  if (caller.kind !== 'user' || caller.personId === undefined) return false;
  const found = await findPersonManager(tenant, person, toLocalDate(settings.timeZone, now));
  return found?.manager.id === caller.personId;
}

/**
 * Asserts that the caller is this person, is their manager, or has the permission. Only a caller who is neither the
 * person nor has the permission costs further reads.
 * @throws Failure 403
 */
export async function assertMayReadTraining(
  context: ManagerContext,
  personId: string,
  permission: Permission,
): Promise<void> {
  if (mayActFor(context.caller, personId, permission)) return;
  const { caller, tenant } = context;
  // A person is read for somebody who could be a manager alone.
  const person =
    caller.kind === 'user' && caller.personId !== undefined ? await personById(tenant, personId) : undefined;
  if (!person || !(await isManagerOf(context, person))) throw permissionDenied(permission);
}
