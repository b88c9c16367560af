// Notifies the registrants of a class that it begins soon or was changed.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { loadTenant } from '../../../../shared/settings/tenant-settings.ts';
import { type ClassItem, classKey } from '../../classes/record/class.ts';
import { formatClassPlace } from '../../classes/record/class-place.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import type { NotificationKind } from '../../notifications/notification-kinds.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import { certificationsOfPerson, describeLateness } from '../../records/progress/late-classes.ts';
import { getAmountOwed, readPayment } from '../../registrations/record/payment.ts';
import {
  type RegistrationItem,
  type RegistrationStatus,
  registrationsById,
} from '../../registrations/record/registration.ts';
import { loadRosterPage, parseSubject } from './roster-page.ts';

/** Registrants per timer: each is a change, and two more end this timer and set the next. */
const pageSize = 90;

interface ClassNotification {
  readonly kind: NotificationKind;
  readonly to: readonly RegistrationStatus[];
  /** Identifies the event, together with the registration's id. */
  readonly occasion: string;
  readonly values: NotificationValues;
  /** Whether each is warned of a certification that lapses before the class ends. */
  readonly warnsOfLapse?: boolean;
}

const openStatuses = ['Confirmed', 'Offered', 'PendingApproval', 'Waitlisted'] as const;

/** The current facts about the class. */
const classValues = (item: ClassItem): NotificationValues => ({
  className: item.sectionName,
  classStartsAt: item.startsAt,
  classEndsAt: item.endsAt,
  classPlace: formatClassPlace(item),
  timeZone: item.timeZone,
});

/** A registration, and what its person has to know of their certifications. */
interface Registrant {
  readonly registration: RegistrationItem;
  readonly lapseWarning: string;
}

/** The registrations with what their people have to know. A query for each where they are warned. */
async function loadRegistrants(
  tenant: TenantStore,
  { warnsOfLapse = false }: ClassNotification,
  item: ClassItem,
  registrations: readonly RegistrationItem[],
  now: Date,
): Promise<readonly Registrant[]> {
  if (!warnsOfLapse) return registrations.map((registration) => ({ registration, lapseWarning: '' }));
  const { timeZone } = await loadTenant(tenant);
  return Promise.all(
    registrations.map(async (registration) => ({
      registration,
      lapseWarning: describeLateness(await certificationsOfPerson(tenant, registration.memberId), item, {
        timeZone,
        now,
      }),
    })),
  );
}

const notifyRegistrant = (
  tenant: TenantStore,
  { kind, occasion, values }: ClassNotification,
  item: ClassItem,
  { registration, lapseWarning }: Registrant,
  now: Date,
): Change => {
  const { id, memberId, memberName, confirmationNumber, status } = registration;
  return queueNotification(
    tenant,
    {
      kind,
      to: { kind: 'person', personId: memberId },
      about: `${id}#${occasion}`,
      values: {
        ...values,
        memberName,
        confirmationNumber,
        amountDue: getAmountOwed(readPayment(registration)),
        // Only registrants with a seat get the address.
        onlineUrl: status === 'Confirmed' ? (item.onlineUrl ?? '') : '',
        lapseWarning,
      },
      link: { type: 'registration', id },
    },
    now,
  );
};

/** Notifies one page of a class's registrants, and sets the timer for the next page. */
const notifyPage =
  (describe: (item: ClassItem, days: number, now: Date) => ClassNotification | undefined): TimerRule =>
  async (tenant, timer, now) => {
    const { classId, days } = parseSubject(timer);
    const item = await tenant.get(classKey(tenant, classId), { consistent: true });
    const notification = item && describe(item, days, now);
    if (!item || !notification) return [];
    const { registrations, next } = await loadRosterPage(tenant, timer, pageSize, now);
    const current = await registrationsById(
      tenant,
      registrations.map(({ id }) => id),
      { consistent: true },
    );
    const concerned = current
      .filter((registration) => registration !== undefined)
      .filter(({ status }) => notification.to.includes(status));
    const registrants = await loadRegistrants(tenant, notification, item, concerned, now);
    return [
      ...registrants.map((registrant) => notifyRegistrant(tenant, notification, item, registrant, now)),
      ...next,
    ];
  };

/** Reminds the registrants with a seat, unless the class has begun or is cancelled. */
export const remindRegistrants = notifyPage((item, days, now) =>
  item.isCancelled || now >= new Date(item.startsAt)
    ? undefined
    : {
        kind: 'classReminder',
        to: ['Confirmed'],
        occasion: `reminder#${days}#${item.startsAt}`,
        values: { ...classValues(item), daysLeft: days },
      },
);

/** Notifies all who have a seat or wait for one that the class has changed. */
export const notifyClassChange = notifyPage((item) =>
  item.isCancelled
    ? undefined
    : {
        kind: 'classChanged',
        to: openStatuses,
        occasion: `changed#${item.version}`,
        values: { ...classValues(item), reason: item.changeReason ?? '' },
        warnsOfLapse: true,
      },
);
