// POST /api/v1/registration/ClassRegistration/{id}/Offer/Accept

import { assertMayActFor } from '../../../shared/auth/person-access.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assertPersonMayTakePart } from '../acting-people.ts';
import { requirePerson } from '../people-lookup.ts';
import { acceptOfferedSeat } from './answer-offer.ts';
import { acceptOffer } from './contract.ts';
import { presentRegistration } from './present.ts';
import { requireRegistration } from './store.ts';

export const handler = lambda(acceptOffer, async ({ params, tenant, caller, settings, ifMatch, now }) => {
  const before = await requireRegistration(tenant, params.id);
  assertMayActFor(caller, before.memberId, 'training.registrations.write');
  const member = await requirePerson(tenant, before.memberId);
  assertPersonMayTakePart(member, toLocalDate(settings.timeZone, now), 'id');
  const context = { tenant, timeZone: settings.timeZone, ifMatch };
  const { after, changes } = await acceptOfferedSeat(context, before, { by: caller.subject, at: now });
  return write(changes, ok(presentRegistration(after), { version: after.version }));
});
