// The notification that a member gets when the status of a registration changes.
import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { formatClassPlace } from '../../classes/record/class-place.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import { type NotificationKind, queueNotification } from '../../notifications/notification-message.ts';
import { getAmountOwed, readPayment } from '../record/payment.ts';
import type { Promotion, RegistrationItem } from '../record/registration.ts';
import type { StatusChange } from '../seats/seats.ts';

/** The merge values of an approval; once it is decided, those of the last decision. */
function getApprovalValues({ approval }: RegistrationItem): NotificationValues {
  if (!approval) return {};
  const { chainName, steps, current, events } = approval;
  const last = events.findLast(({ action }) => action === 'approved' || action === 'denied');
  const decided = last && {
    decidedByName: showByName(last).byName ?? '',
    stepName: steps[last.step]?.name ?? '',
  };
  return { chainName, stepName: steps[current]?.name ?? '', ...decided };
}

/** How the seat of a promoted registration became free, as its member reads it. */
const promotionCauses = {
  Cancelled: 'another registration was cancelled',
  Denied: 'another registration was denied',
  OfferExpired: 'another offer was not accepted in time',
  OfferDeclined: 'another offer was declined',
  Transferred: 'another registration was transferred',
  RoomGrew: 'there are more seats now',
} as const satisfies Record<Promotion['cause'], string>;

const getClassValues = (item: ClassItem): NotificationValues => ({
  className: item.sectionName,
  classStartsAt: item.startsAt,
  classEndsAt: item.endsAt,
  classPlace: formatClassPlace(item),
  onlineUrl: item.onlineUrl ?? '',
  timeZone: item.timeZone,
});

/** Queues a notification of a registration's member; once per kind for each entry of its history. */
export const notifyMember = (
  tenant: TenantStore,
  kind: NotificationKind,
  registration: RegistrationItem,
  item: ClassItem,
  now: Date,
  more: NotificationValues = {},
): Change =>
  queueNotification(
    tenant,
    {
      kind,
      to: { kind: 'person', personId: registration.memberId },
      about: `${registration.id}#${registration.history.length}`,
      values: {
        ...getClassValues(item),
        memberName: registration.memberName,
        organizationName: registration.organizationName ?? '',
        confirmationNumber: registration.confirmationNumber,
        amountDue: getAmountOwed(readPayment(registration)),
        reason: registration.history.at(-1)?.reason ?? '',
        offerExpiresAt: registration.offerExpiresAt ?? '',
        promotionCause: registration.promotion ? promotionCauses[registration.promotion.cause] : '',
        ...getApprovalValues(registration),
        ...more,
      },
      link: { type: 'registration', id: registration.id },
    },
    now,
  );

/** The notification of a status change; none for attendance and when the status stays. */
function getNotificationKind({ before, after }: StatusChange): NotificationKind | undefined {
  if (before?.status === after.status) return undefined;
  switch (after.status) {
    case 'Confirmed':
      if (before?.status === 'PendingApproval') return 'registrationApproved';
      if (before?.status === 'Waitlisted') return 'registrationPromoted';
      return before === undefined || before.status === 'Offered' ? 'registrationConfirmed' : undefined;
    case 'PendingApproval':
      return before?.status === 'Waitlisted' ? 'registrationPromoted' : 'registrationPending';
    case 'Waitlisted':
      return 'registrationWaitlisted';
    case 'Offered':
      return 'registrationPromoted';
    case 'Denied':
      return 'registrationDenied';
    case 'Cancelled':
      return 'registrationCancelled';
    case 'Expired':
      return before?.status === 'Offered' ? 'offerExpired' : 'registrationCancelled';
    case 'Transferred':
      return 'registrationTransferred';
    default:
      return undefined;
  }
}

/** Queues the notification of a status change, if it has one. */
export function notifyStatusChange(
  tenant: TenantStore,
  step: StatusChange,
  item: ClassItem,
  now: Date,
): Change[] {
  const kind = step.notificationKind ?? getNotificationKind(step);
  if (kind === undefined) return [];
  const { before, after, values } = step;
  const offerExpiresAt = after.offerExpiresAt ?? before?.offerExpiresAt ?? '';
  return [notifyMember(tenant, kind, after, item, now, { offerExpiresAt, ...values })];
}
