// What becomes of an offered seat that is accepted or declined, whoever requests it: a caller, or somebody by the link of a
// mail.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { startClassApproval } from './approval/class-approval.ts';
import type { RegistrationItem } from './record/registration.ts';
import {
  type ActionDetails,
  acceptSeat,
  assertOffered,
  changeStatus,
  refreshClassDetails,
} from './transition/status-change.ts';
import { requireClassWithSeats } from './transition/store.ts';
import { buildTransitionChanges } from './transition/transition.ts';

interface OfferContext {
  readonly tenant: TenantStore;
  readonly timeZone: string;
  readonly ifMatch?: IfMatch | undefined;
}

/** The registration after the answer, with the name and start of its class as they are now, and the changes that store it. */
interface AnsweredOffer {
  readonly after: RegistrationItem;
  readonly changes: readonly Change[];
}

/** The reason in the history of a declined offer. */
export const DECLINED = 'The offered seat was declined.';

/**
 * Accepts an offered seat.
 * @throws Failure 409 when no seat is offered, or no longer; 422 when the class is cancelled
 */
export async function acceptOfferedSeat(
  { tenant, timeZone, ifMatch }: OfferContext,
  before: RegistrationItem,
  action: Omit<ActionDetails, 'reason'>,
): Promise<AnsweredOffer> {
  const now = action.at;
  assertOffered(before, now, timeZone);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  const { item } = classWithSeats;
  if (item.isCancelled) throw new Failure('REGISTRATION_CLOSED', `${item.sectionName} is cancelled.`);
  const member = { id: before.memberId, organizationId: before.organizationId };
  const approval = await startClassApproval(tenant, item, member, now);
  const after = acceptSeat(before, approval, action);
  return {
    after: refreshClassDetails(after, item),
    changes: await buildTransitionChanges(tenant, {
      ...{ statusChanges: [{ before, after }], classWithSeats, ifMatch, now },
    }),
  };
}

/**
 * Declines an offered seat, which goes to the next person on the waitlist.
 * @throws Failure 409 when no seat is offered, or no longer
 */
export async function declineOfferedSeat(
  { tenant, timeZone, ifMatch }: OfferContext,
  before: RegistrationItem,
  action: Omit<ActionDetails, 'reason'>,
): Promise<AnsweredOffer> {
  const now = action.at;
  assertOffered(before, now, timeZone);
  const after = changeStatus(before, 'Cancelled', { ...action, reason: DECLINED });
  const classWithSeats = await requireClassWithSeats(tenant, before);
  return {
    after: refreshClassDetails(after, classWithSeats.item),
    changes: await buildTransitionChanges(tenant, {
      ...{ statusChanges: [{ before, after }], classWithSeats, cause: 'OfferDeclined', ifMatch, now },
    }),
  };
}
