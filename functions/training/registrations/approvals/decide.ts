// What a decision about a pending step leads to, whoever requests it: a caller, or somebody by the link of a mail.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertRegistrantMayTakePart } from '../../access/acting-people.ts';
import {
  type ActionDetails,
  approveStep,
  assertClassNotOver,
  denyStep,
  describePendingStep,
  isApproved,
} from '../approval/approval.ts';
import { loadRegistrant } from '../approval/approval-registrant.ts';
import { buildApprovalChanges } from '../approval/pending-approvals.ts';
import { replaceRegistration, updateRegistration } from '../record/change-registration.ts';
import type { Approval, RegistrationItem } from '../record/registration.ts';
import { changeStatus, completeApproval } from '../transition/status-change.ts';
import { requireClassWithSeats } from '../transition/store.ts';
import { buildTransitionChanges } from '../transition/transition.ts';

/** A registration whose current step is to be decided. */
export interface PendingDecision {
  readonly before: RegistrationItem;
  readonly approval: Approval;
}

/** What a decision depends on beside the registration. */
interface DecisionContext {
  readonly tenant: TenantStore;
  readonly timeZone: string;
  readonly now: Date;
  readonly ifMatch?: IfMatch | undefined;
}

/** The registration after a decision, with the changes that store it. */
interface DecidedRegistration {
  readonly after: RegistrationItem;
  readonly approval: Approval;
  readonly message: string;
  readonly changes: readonly Change[];
}

/**
 * Approves the current step, and starts the next one or ends the approval.
 * @throws Failure 409 when the class is over or cancelled; 422 when the member left
 */
export async function approvePending(
  { tenant, timeZone, now, ifMatch }: DecisionContext,
  { before, approval }: PendingDecision,
  action: ActionDetails,
): Promise<DecidedRegistration> {
  const { memberId, organizationId } = before;
  const registrant = await loadRegistrant(
    tenant,
    { id: memberId, organizationId },
    approval.steps[approval.current + 1],
    toLocalDate(timeZone, now),
  );
  const next = approveStep(approval, action, registrant);
  if (!isApproved(next)) {
    const after = updateRegistration(before, { approval: next }, now);
    return {
      after,
      approval: next,
      message: `Approved. ${describePendingStep(next)}`,
      changes: [
        replaceRegistration(tenant, before, after, ifMatch),
        ...buildApprovalChanges(tenant, before, after, now),
      ],
    };
  }
  const [classWithSeats] = await Promise.all([
    requireClassWithSeats(tenant, before),
    assertRegistrantMayTakePart(tenant, memberId, { timeZone }, now),
  ]);
  assertClassNotOver(classWithSeats.item, now);
  const { after, requirements } = completeApproval(before, classWithSeats, action, { approval: next });
  return {
    after,
    approval: next,
    message:
      after.status === 'Confirmed'
        ? `Approved. ${before.memberName} has a seat in ${before.sectionName}.`
        : `Approved, but no seat is left. ${before.memberName} is on the waitlist of ${before.sectionName}.`,
    changes: await buildTransitionChanges(tenant, {
      ...{ statusChanges: [{ before, after }], classWithSeats, requirements, ifMatch, now },
    }),
  };
}

/** Denies the current step, which ends the registration. */
export async function denyPending(
  { tenant, now, ifMatch }: Omit<DecisionContext, 'timeZone'>,
  { before, approval }: PendingDecision,
  action: ActionDetails,
): Promise<DecidedRegistration> {
  const denied = denyStep(approval, action);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  const after = changeStatus(before, 'Denied', action, { approval: denied });
  return {
    after,
    approval: denied,
    message: `Denied. ${before.memberName} is notified of the reason.`,
    changes: await buildTransitionChanges(tenant, {
      ...{ statusChanges: [{ before, after }], classWithSeats, cause: 'Denied', ifMatch, now },
    }),
  };
}
