// POST /api/v1/registration/ClassRegistration/{id}/Offer/Decline
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assertMayActFor } from '../person-access.ts';
import { declineOffer } from './contract.ts';
import { presentRegistration } from './present.ts';
import { assertOffered, changeStatus, refreshClassDetails } from './status-change.ts';
import { requireClassWithSeats, requireRegistration } from './store.ts';
import { buildTransitionChanges } from './transition.ts';

export const handler = lambda(declineOffer, async ({ params, tenant, caller, settings, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  assertOffered(before, now, settings.timeZone);
  const act = { by: caller.subject, at: now, reason: 'The offered seat was declined.' };
  const after = changeStatus(before, 'Cancelled', act);
  const within = await requireClassWithSeats(tenant, before);
  return write(
    await buildTransitionChanges(tenant, {
      steps: [{ before, after }],
      classWithSeats: within,
      cause: 'OfferDeclined',
      ifMatch,
      now,
    }),
    ok(presentRegistration(refreshClassDetails(after, within.item)), { version: after.version }),
  );
});
