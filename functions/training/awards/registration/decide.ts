// Approves, denies or withdraws an award registration.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { assertRegistrantMayTakePart } from '../../access/acting-people.ts';
import { moveRedemptions } from '../../discount-codes/redemption.ts';
import type { AwardRegistrationItem } from '../../records/training-record/certification.ts';
import { getOfficeRole, loadTrainingSettings } from '../../training-settings.ts';
import { awardById } from '../record/award-record.ts';
import {
  type AwardRegistrationStatus,
  changeStatus,
  findReturnedRedemption,
  presentAwardRegistration,
} from './award-registration.ts';
import { setAwardTimer } from './award-timer.ts';
import { notifyAwardRegistration } from './notification-messages.ts';
import { buildAwardRegistrationChanges, requireAwardRegistration } from './store.ts';

interface DecisionRequest {
  readonly params: { readonly id: string };
  readonly body: { readonly reason?: string | null | undefined };
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  readonly now: Date;
  readonly ifMatch: IfMatch | undefined;
}

/** Sets the status of a registration, after a check of the caller. */
export async function decideAwardRegistration(
  { params, body, tenant, caller, settings, now, ifMatch }: DecisionRequest,
  to: AwardRegistrationStatus,
  assertAllowed: (registration: AwardRegistrationItem) => void = () => {},
) {
  const before = await requireAwardRegistration(tenant, params.id);
  assertAllowed(before);
  if (to === 'Active') await assertRegistrantMayTakePart(tenant, before.personId, settings, now);
  const after = changeStatus(before, to, caller.subject, body.reason || undefined, now);
  const [{ certification }, award] = await Promise.all([
    loadTrainingSettings(tenant),
    to === 'Active' ? awardById(tenant, after.awardId) : undefined,
  ]);
  return write(
    [
      ...buildAwardRegistrationChanges(tenant, before, after, ifMatch),
      ...moveRedemptions(tenant, findReturnedRedemption(before, after)),
      ...notifyAwardRegistration(tenant, before, after, getOfficeRole(certification), now),
      ...(award?.awardsAutomatically ? [setAwardTimer(tenant, after, now)] : []),
    ],
    ok(presentAwardRegistration(after), { version: after.version }),
  );
}
