// POST /api/v1/registration/ClassRegistration/Price

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadTriedDiscount } from '../discount-codes/attempts.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { presentPrice } from '../prices/price.ts';
import { getRegistrationPrice } from './contract.ts';
import { computeRegistrationPrice } from './money/registration-price.ts';
import { loadRegistrationContext } from './outcome/context.ts';

export const handler = lambda(getRegistrationPrice, async (context) => {
  const { body, tenant, caller, settings, now } = context;
  const { classId, memberId, discountCode } = body;
  const { timeZone } = settings;
  await assertMayReadTraining({ tenant, caller, settings, now }, memberId, 'training.registrations.read');
  const [registering, discount] = await Promise.all([
    loadRegistrationContext(tenant, { classId, memberId }, { now, timeZone }),
    discountCode ? loadTriedDiscount(context, discountCode, memberId) : undefined,
  ]);
  const { kind, phase } = registering;
  const price = computeRegistrationPrice(registering, discount, toLocalDate(timeZone, now));
  return ok({ classId, memberId, kind, phase, ...presentPrice(price) });
});
