// Escalates steps that were not decided in time.

import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import type { TimerItem } from '../../../../shared/schedule/timers.ts';
import { loadTenant } from '../../../../shared/settings/tenant-settings.ts';
import { escalateStep, escalationDueAt } from '../approval.ts';
import { loadRegistrant } from '../approval-registrant.ts';
import { buildApprovalChanges } from '../pending-approvals.ts';
import { registrationById } from '../record/registration.ts';
import { updateRegistration } from '../status-change.ts';
import { replaceRegistration } from '../store.ts';

/**
 * The rule of a due timer `approval-escalates`; no writes when the step was decided or escalated meanwhile. Its subject
 * is the registration's id. The same transaction removes the timer.
 *
 * @param now by the tenant's clock
 */
export async function escalateApproval(
  tenant: TenantStore,
  timer: Pick<TimerItem, 'subject'>,
  now: Date,
): Promise<readonly Change[]> {
  const before = await registrationById(tenant, timer.subject, { consistent: true });
  const approval = before?.status === 'PendingApproval' ? before.approval : undefined;
  const dueAt = approval && escalationDueAt(approval);
  if (!before || !approval || !dueAt || dueAt > now) return [];
  const { memberId, organizationId } = before;
  const member = { id: memberId, organizationId };
  const { timeZone } = await loadTenant(tenant);
  const step = approval.steps[approval.current];
  const registrant = await loadRegistrant(tenant, member, step, toLocalDate(timeZone, now));
  const after = updateRegistration(before, { approval: escalateStep(approval, registrant, now) }, now);
  return [replaceRegistration(tenant, before, after), ...buildApprovalChanges(tenant, before, after, now)];
}
