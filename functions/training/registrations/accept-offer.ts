// POST /api/v1/registration/ClassRegistration/{id}/Offer/Accept

import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assertRegistrantMayTakePart, requireActiveCaller } from '../access/acting-people.ts';
import { acceptOfferedSeat } from './answer-offer.ts';
import { acceptOffer } from './contract.ts';
import { presentRegistration } from './presentation/present.ts';
import { requireRegistration } from './transition/store.ts';

export const handler = lambda(acceptOffer, async (ctx) => {
  const { params, tenant, caller, settings, ifMatch, now } = ctx;
  const [before] = await Promise.all([requireRegistration(tenant, params.id), requireActiveCaller(ctx)]);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  await assertRegistrantMayTakePart(tenant, before.memberId, settings, now);
  const context = { tenant, timeZone: settings.timeZone, ifMatch };
  const { after, changes } = await acceptOfferedSeat(context, before, { by: caller.subject, at: now });
  return write(changes, ok(presentRegistration(after), { version: after.version }));
});
