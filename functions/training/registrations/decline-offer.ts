// POST /api/v1/registration/ClassRegistration/{id}/Offer/Decline

import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { declineOfferedSeat } from './answer-offer.ts';
import { declineOffer } from './contract.ts';
import { presentRegistration } from './presentation/present.ts';
import { requireRegistration } from './transition/store.ts';

export const handler = lambda(declineOffer, async ({ params, tenant, caller, settings, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  const context = { tenant, timeZone: settings.timeZone, ifMatch };
  const { after, changes } = await declineOfferedSeat(context, before, { by: caller.subject, at: now });
  return write(changes, ok(presentRegistration(after), { version: after.version }));
});
