// POST /api/v1/registration/ClassRegistration/{id}/Overbook

import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assertRegistrantMayTakePart, requireActiveCaller } from '../access/acting-people.ts';
import { startClassApproval } from './approval/class-approval.ts';
import { overbookRegistration } from './contract.ts';
import { presentRegistration } from './presentation/present.ts';
import { assertMayOverbook, auditOverbooking, buildOverbooking } from './seats/overbooking.ts';
import { acceptSeat, refreshClassDetails } from './transition/status-change.ts';
import { requireClassWithSeats, requireRegistration } from './transition/store.ts';
import { buildTransitionChanges } from './transition/transition.ts';

export const handler = lambda(overbookRegistration, async (context) => {
  const { params, body, tenant, caller, ifMatch, now, settings } = context;
  assertMayOverbook(caller, 'Admin');
  const [before] = await Promise.all([requireRegistration(tenant, params.id), requireActiveCaller(context)]);
  if (before.status !== 'Waitlisted')
    throw conflict(
      `The registration ${before.confirmationNumber} is ${before.status}; only one on the waitlist can be given a seat beyond the limits.`,
    );
  const [classWithSeats] = await Promise.all([
    requireClassWithSeats(tenant, before),
    assertRegistrantMayTakePart(tenant, before.memberId, settings, now),
  ]);
  const { item } = classWithSeats;
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled.`);
  const member = { id: before.memberId, organizationId: before.organizationId };
  const after = acceptSeat(
    before,
    await startClassApproval(tenant, item, member, now),
    { by: caller.subject, at: now, reason: body.reason },
    { ...buildOverbooking(body.reason, caller, now), holdsSeat: true },
  );
  return write(
    [
      ...(await buildTransitionChanges(tenant, {
        statusChanges: [{ before, after }],
        classWithSeats,
        isOverbooked: true,
        ...{ ifMatch, now },
      })),
      ...auditOverbooking(tenant, after, classWithSeats, context),
    ],
    ok(presentRegistration(refreshClassDetails(after, item)), { version: after.version }),
  );
});
