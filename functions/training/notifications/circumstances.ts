// What can be told of a registration beyond what the notice itself says: the class's place and time zone, who decided, how
// a seat became free. Looked up when the notice is told, at two or three reads, so that no transaction has to carry it.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ClassItem, classKey } from '../classes/class.ts';
import { type Promotion, type RegistrationItem, registrationKey } from '../registration/registration.ts';
import { waitlistPosition } from '../registration/waitlist.ts';
import { placeOf } from './class-place.ts';
import type { NoticeValues } from './merge-fields.ts';
import type { Notice } from './notice.ts';

const causes: Readonly<Record<Promotion['cause'], string>> = {
  Cancelled: 'another registration was cancelled',
  Denied: 'another registration was not approved',
  OfferExpired: 'an offer to somebody else was not taken in time',
  OfferDeclined: 'somebody else declined an offer',
  Transferred: 'another registration was moved to another class',
  RoomGrew: 'the class has more seats now',
};

const ofClass = (item: ClassItem | undefined, { status }: RegistrationItem): NoticeValues =>
  item
    ? {
        timeZone: item.timeZone,
        classEndsAt: item.endsAt,
        classPlace: placeOf(item),
        // Where it is joined is for those who have a seat.
        ...(status === 'Confirmed' && { onlineUrl: item.onlineUrl ?? '' }),
      }
    : {};

function ofApproval({ approval, justification }: RegistrationItem): NoticeValues {
  const decision = approval?.events.findLast(({ action }) => action === 'approved' || action === 'denied');
  return {
    chainName: approval?.chainName ?? '',
    stepName: approval?.steps[Math.min(approval.current, approval.steps.length - 1)]?.name ?? '',
    decidedByName: decision?.byName ?? '',
    justification: justification ?? '',
  };
}

/** What a transferred registration became: another member's, or another class's. */
async function ofTransfer(tenant: TenantStore, before: RegistrationItem): Promise<NoticeValues> {
  if (before.transferredTo === undefined) return {};
  const after = await tenant.get(registrationKey(tenant, before.transferredTo));
  return {
    ...(after && after.memberId !== before.memberId && { newMemberName: after.memberName }),
    ...(after && after.classId !== before.classId && { newClassName: after.sectionName }),
  };
}

/** What is known of the registration that a notice leads to; nothing when it leads elsewhere. */
export async function circumstancesOf(
  tenant: TenantStore,
  { link }: Pick<Notice, 'link'>,
): Promise<NoticeValues> {
  if (link?.type !== 'registration') return {};
  const registration = await tenant.get(registrationKey(tenant, link.id), { consistent: true });
  if (!registration) return {};
  const [item, transfer, position] = await Promise.all([
    tenant.get(classKey(tenant, registration.classId)),
    ofTransfer(tenant, registration),
    waitlistPosition(tenant, registration),
  ]);
  const { promotion, organizationName } = registration;
  return {
    ...ofClass(item, registration),
    ...ofApproval(registration),
    ...transfer,
    organizationName: organizationName ?? '',
    ...(position !== undefined && { waitlistPosition: position }),
    ...(promotion && { promotionCause: causes[promotion.cause] }),
  };
}
