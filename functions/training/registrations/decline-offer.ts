// POST /api/v1/registration/ClassRegistration/{id}/Offer/Decline

import { assertMayActFor } from '../../../shared/auth/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { declineOffer } from './contract.ts';
import { presentRegistration } from './present.ts';
import { assertOffered, changeStatus, refreshClassDetails } from './status-change.ts';
import { requireClassWithSeats, requireRegistration } from './store.ts';
import { buildTransitionChanges } from './transition.ts';

export const handler = lambda(declineOffer, async ({ params, tenant, caller, settings, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  assertOffered(before, now, settings.timeZone);
  const action = { by: caller.subject, at: now, reason: 'The offered seat was declined.' };
  const after = changeStatus(before, 'Cancelled', action);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  return write(
    await buildTransitionChanges(tenant, {
      statusChanges: [{ before, after }],
      classWithSeats,
      cause: 'OfferDeclined',
      ifMatch,
      now,
    }),
    ok(presentRegistration(refreshClassDetails(after, classWithSeats.item)), { version: after.version }),
  );
});
