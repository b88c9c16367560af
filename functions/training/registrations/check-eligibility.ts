// GET /api/v1/registration/ClassRegistration/eligibility

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { countAvailableSeats } from '../classes/presentation/present-class.ts';
import { seatsLeft } from '../classes/record/registration-window.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { getDeadline, presentCancellationTerms } from '../prices/cancellation-terms.ts';
import { presentPrice } from '../prices/price.ts';
import { listRegisteredClassIds } from '../records/training-record/registered-classes.ts';
import { checkEligibility } from './contract.ts';
import { computeRegistrationPrice } from './money/registration-price.ts';
import { findClashWarnings } from './outcome/clashing-classes.ts';
import { loadRegistrationContext } from './outcome/context.ts';
import {
  countWaitlistPlaces,
  decideOutcome,
  listRefusalReasons,
  listRetakeWarnings,
} from './outcome/outcome.ts';

export const handler = lambda(checkEligibility, async ({ query, tenant, caller, settings, now }) => {
  await assertMayReadTraining(
    { tenant, caller, settings, now },
    query.memberId,
    'training.registrations.read',
  );
  const [context, registeredIds] = await Promise.all([
    // A declaration is reported beside the reasons: whoever registers can send one.
    loadRegistrationContext(
      tenant,
      { ...query, isExperienceDeclared: true },
      { now, timeZone: settings.timeZone },
    ),
    listRegisteredClassIds(tenant, query.memberId),
  ]);
  const warnings = [
    ...(await findClashWarnings(tenant, context.item, query.memberId, registeredIds)),
    ...listRetakeWarnings(context),
  ];
  const reasons = listRefusalReasons(context, now);
  const { item, seats, kind, phase, fee, currency, approval, experience } = context;
  const toDeclare = experience.isBlocked ? [] : experience.required;
  const { attendanceMode } = context;
  const left = seatsLeft(item, seats, phase, kind, attendanceMode);
  return ok({
    classId: item.id,
    memberId: context.member.id,
    isEligible: reasons.length === 0,
    wouldBe: reasons.length === 0 ? decideOutcome(context, now).status : undefined,
    wouldBeRefusedWith: reasons[0]?.code,
    reasons: reasons.map((reason) => ({ ...reason })),
    ...(toDeclare.length > 0 && { experienceToDeclare: toDeclare.map(({ id, name }) => ({ id, name })) }),
    ...(warnings.length > 0 && { warnings }),
    kind,
    phase,
    fee,
    currency,
    seatsLeft: Number.isFinite(left) ? left : undefined,
    price: presentPrice(computeRegistrationPrice(context, undefined, toLocalDate(settings.timeZone, now))),
    ...(context.cancellation && {
      cancellation: presentCancellationTerms(context.cancellation),
      cancellationDeadline: getDeadline(context.cancellation, item.startsAt).toISOString(),
    }),
    attendanceMode,
    ...(item.registration.separateSeats && {
      separateSeats: {
        onSite: countAvailableSeats(context, kind, now, 'onSite'),
        online: countAvailableSeats(context, kind, now, 'online'),
      },
    }),
    waitlistPlacesLeft: countWaitlistPlaces(context, now),
    needsApproval: approval !== undefined,
  });
});
