// POST /api/v1/registration/ClassRegistration/{id}/Offer/Accept

import { assertMayActFor } from '../../../shared/auth/person-access.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { startClassApproval } from './class-approval.ts';
import { acceptOffer } from './contract.ts';
import { presentRegistration } from './present.ts';
import { acceptSeat, assertOffered, refreshClassDetails } from './status-change.ts';
import { requireClassWithSeats, requireRegistration } from './store.ts';
import { buildTransitionChanges } from './transition.ts';

export const handler = lambda(acceptOffer, async ({ params, tenant, caller, settings, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  assertOffered(before, now, settings.timeZone);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  if (classWithSeats.item.isCancelled)
    throw new Failure('REGISTRATION_CLOSED', `${classWithSeats.item.sectionName} is cancelled.`);
  const member = { id: before.memberId, organizationId: before.organizationId };
  const approval = await startClassApproval(tenant, classWithSeats.item, member, now);
  const after = acceptSeat(before, approval, { by: caller.subject, at: now });
  return write(
    await buildTransitionChanges(tenant, {
      statusChanges: [{ before, after }],
      classWithSeats,
      ifMatch,
      now,
    }),
    ok(presentRegistration(refreshClassDetails(after, classWithSeats.item)), { version: after.version }),
  );
});
