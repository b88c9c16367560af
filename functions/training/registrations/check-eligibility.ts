// GET /api/v1/registration/ClassRegistration/eligibility
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { seatsLeft } from '../classes/registration-window.ts';
import { assertMayActFor } from '../person-access.ts';
import { loadRegistrationContext } from './context.ts';
import { checkEligibility } from './contract.ts';
import { countWaitlistPlaces, decideOutcome, listRefusalReasons } from './outcome.ts';

export const handler = lambda(checkEligibility, async ({ query, tenant, caller, settings, now }) => {
  assertMayActFor(caller, query.memberId, 'training.registrations.read');
  const found = await loadRegistrationContext(tenant, query, { now, timeZone: settings.timeZone });
  const obstacles = listRefusalReasons(found, now);
  const { item, seats, kind, phase, fee, approval } = found;
  const left = seatsLeft(item, seats, phase, kind);
  return ok({
    classId: item.id,
    memberId: found.member.id,
    isEligible: obstacles.length === 0,
    wouldBe: obstacles.length === 0 ? decideOutcome(found, now).status : undefined,
    wouldBeRefusedWith: obstacles[0]?.code,
    reasons: obstacles.map((obstacle) => ({ ...obstacle })),
    kind,
    phase,
    fee,
    seatsLeft: Number.isFinite(left) ? left : undefined,
    waitlistPlacesLeft: countWaitlistPlaces(found, now),
    needsApproval: approval !== undefined,
  });
});
