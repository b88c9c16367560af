// Escalates steps that were not decided in time, and passes on those whose assignee left.

import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setApprovalTimer } from '../../../../shared/directory/people/leaving.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { setTimer, type TimerItem } from '../../../../shared/schedule/timers.ts';
import { loadTenant } from '../../../../shared/settings/tenant-settings.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import { describeLeaver, mayAct } from '../../access/acting-people.ts';
import type { Assignee } from '../../settings/approval-chains/approval-chain.ts';
import { escalateStep, escalationDueAt, ownRegistration, passOnStep } from '../approval/approval.ts';
import { loadRegistrant } from '../approval/approval-registrant.ts';
import { approvalsByAssignee, buildApprovalChanges, pendingSort } from '../approval/pending-approvals.ts';
import { replaceRegistration, updateRegistration } from '../record/change-registration.ts';
import { registrationById } from '../record/registration.ts';

/** Why the assignee of a step may not decide it any more; undefined while they may, and for a role. */
async function findDeparture(
  tenant: TenantStore,
  assignee: Assignee | undefined,
  memberId: string,
  today: string,
): Promise<string | undefined> {
  if (assignee?.kind !== 'person') return undefined;
  const { personId, name = 'The approver' } = assignee;
  // A merge can make the approver the one who is registered.
  if (personId === memberId) return ownRegistration;
  const person = await personById(tenant, personId);
  if (person) return mayAct(person, today) ? undefined : describeLeaver(person, today);
  // The merge moves the step, and has it looked at again.
  const survivor = await survivorById(tenant, peopleMerges, personId);
  return survivor ? undefined : `${name} is no longer in the directory.`;
}

/**
 * The rule of a due timer `approval-escalates`: escalates the step, or passes it on. A step that waits for a person is
 * looked at again when the next day begins, as people can become inactive on a day. No writes when it was decided
 * meanwhile. Its subject is the registration's id. The same transaction moves or removes the timer.
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
  if (!before || !approval) return [];
  const { memberId, organizationId } = before;
  const { timeZone } = await loadTenant(tenant);
  const today = toLocalDate(timeZone, now);
  const dueAt = escalationDueAt(approval);
  const isDue = dueAt !== undefined && dueAt <= now;
  const departure = isDue ? undefined : await findDeparture(tenant, approval.assignee, memberId, today);
  if (!isDue && departure === undefined) {
    const nextDay =
      approval.assignee?.kind === 'person' ? getStartOfDay(addDays(today, 1), timeZone) : undefined;
    const next = [dueAt, nextDay].filter((moment) => moment !== undefined).sort((a, b) => +a - +b)[0];
    return next ? [setApprovalTimer(tenant, before.id, next)] : [];
  }
  const member = { id: memberId, organizationId };
  const registrant = await loadRegistrant(tenant, member, approval.steps[approval.current], today);
  const next =
    departure === undefined
      ? escalateStep(approval, registrant, now)
      : passOnStep(approval, registrant, now, departure);
  const after = updateRegistration(before, { approval: next }, now);
  return [replaceRegistration(tenant, before, after), ...buildApprovalChanges(tenant, before, after, now)];
}

/** Steps that are looked at in one transaction. */
const pageSize = 90;

/**
 * The rule of a due timer `person-leaves`: has each step looked at that waits for the person, a page for each timer. Its
 * subject is the person's id, with the place of the first step of the page.
 */
export async function passOnApprovals(
  tenant: TenantStore,
  { kind, subject }: Pick<TimerItem, 'kind' | 'subject'>,
  now: Date,
): Promise<readonly Change[]> {
  const [personId = '', from] = subject.split('@', 2);
  // The range starts with the step that begins the page.
  const { items } = await tenant.query(approvalsByAssignee(tenant, { kind: 'person', personId }), {
    ...(from !== undefined && { from }),
    limit: pageSize + 1,
  });
  const following = items[pageSize];
  return [
    ...items.slice(0, pageSize).map(({ id }) => setApprovalTimer(tenant, id, now)),
    ...(following
      ? [setTimer(tenant, { kind, subject: `${personId}@${pendingSort(following)}`, dueAt: now })]
      : []),
  ];
}
