// Who reads a document: its person and their manager, the managers of the organization of a consolidated invoice, and the office.

import { permissionDenied } from '../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assertMayReadTraining, type ManagerContext } from '../people/managers/access.ts';
import { findOrganizationManager } from '../people/managers/manager.ts';
import type { OwnedInvoice } from './ledger/store.ts';

const permission = 'training.registrations.read';

/** @throws Failure 403 */
export async function assertMayReadInvoice(
  context: ManagerContext,
  { personId, organizationId }: OwnedInvoice,
): Promise<void> {
  const { tenant, caller, settings, now } = context;
  if (personId !== undefined) return assertMayReadTraining(context, personId, permission);
  if (caller.kind === 'anonymous' || caller.permissions.has(permission)) return;
  const isPerson = caller.kind === 'user' && caller.personId !== undefined;
  const today = toLocalDate(settings.timeZone, now);
  const found = isPerson ? await findOrganizationManager(tenant, organizationId, today) : undefined;
  if (!isPerson || found?.manager.id !== caller.personId) throw permissionDenied(permission);
}
