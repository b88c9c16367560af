// POST /api/v1/registration/ClassRegistration/{id}/Approve
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { approveStep, assertClassNotOver, describePendingStep, isApproved } from '../approval.ts';
import { loadRegistrant } from '../approval-registrant.ts';
import { buildApprovalChanges } from '../pending-approvals.ts';
import { completeApproval, updateRegistration } from '../status-change.ts';
import { replaceRegistration, requireClassWithSeats } from '../store.ts';
import { buildTransitionChanges } from '../transition.ts';
import { approveRegistration } from './contract.ts';
import { loadActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(approveRegistration, async (context) => {
  const { tenant, caller, body, now, ifMatch } = context;
  const { before, approval } = await requirePendingDecision(context);
  const { memberId, organizationId } = before;
  const [registrant, action] = await Promise.all([
    loadRegistrant(
      tenant,
      { id: memberId, organizationId },
      approval.steps[approval.current + 1],
      toLocalDate(context.settings.timeZone, now),
    ),
    loadActionDetails(tenant, caller, now, body.note),
  ]);
  const next = approveStep(approval, action, registrant);
  if (!isApproved(next)) {
    const after = updateRegistration(before, { approval: next }, now);
    return write(
      [
        replaceRegistration(tenant, before, after, ifMatch),
        ...buildApprovalChanges(tenant, before, after, now),
      ],
      ok(presentDecision(after, next, `Approved. ${describePendingStep(next)}`), { version: after.version }),
    );
  }
  const classWithSeats = await requireClassWithSeats(tenant, before);
  assertClassNotOver(classWithSeats.item, now);
  const { after, requirements } = completeApproval(before, classWithSeats, action, { approval: next });
  const message =
    after.status === 'Confirmed'
      ? `Approved. ${before.memberName} has a seat in ${before.sectionName}.`
      : `Approved, but no seat is left. ${before.memberName} is on the waitlist of ${before.sectionName}.`;
  return write(
    await buildTransitionChanges(tenant, {
      statusChanges: [{ before, after }],
      classWithSeats,
      requirements,
      ifMatch,
      now,
    }),
    ok(presentDecision(after, next, message), { version: after.version }),
  );
});
