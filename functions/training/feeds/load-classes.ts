// Loads the classes of a calendar: those around a day, of the catalogue, of an instructor, or of a registered person.
import type { TenantStore } from '../../../shared/data/store.ts';
import { classesByInstructor } from '../classes/bookings/instructor-entries.ts';
import type { ClassItem } from '../classes/record/class.ts';
import { classesById, classesByStart } from '../classes/record/store.ts';
import {
  type RegistrationPointer,
  recordSortPrefixes,
  trainingRecord,
} from '../records/training-record/training-record.ts';
import { type RegistrationStatus, registrationsById } from '../registrations/record/registration.ts';
import type { CalendarClass } from './class-calendar.ts';

const dayMilliseconds = 86_400_000;
export const daysBack = 60;
export const daysAhead = 400;
/** The most classes of a calendar, and the most registrations that are looked at. */
export const maxClasses = 500;

/** The states in which somebody takes part; who is on a waitlist or was offered a seat does not yet. */
const shownStatuses: readonly RegistrationStatus[] = ['Confirmed', 'Attended', 'NoShow', 'PendingApproval'];

const getRange = (now: Date) => ({
  from: new Date(now.getTime() - daysBack * dayMilliseconds).toISOString(),
  to: new Date(now.getTime() + daysAhead * dayMilliseconds).toISOString(),
});

/** Whether a class is near enough to be in a calendar. */
export const isAround = (
  { startsAt, endsAt }: Pick<ClassItem, 'startsAt' | 'endsAt'>,
  now: Date,
): boolean => {
  const { from, to } = getRange(now);
  return endsAt >= from && startsAt <= to;
};

/** The classes of the catalogue. One query, and one round trip per hundred classes. */
export async function loadCatalogueClasses(tenant: TenantStore, now: Date): Promise<CalendarClass[]> {
  const entries = await tenant.queryAll(classesByStart(tenant).listing, {
    ...getRange(now),
    limit: maxClasses,
  });
  const items = await classesById(
    tenant,
    entries.map(({ id }) => id),
  );
  return items.map((item) => ({ item }));
}

/** The classes that a person teaches. */
export async function loadTaughtClasses(
  tenant: TenantStore,
  personId: string,
  now: Date,
): Promise<CalendarClass[]> {
  const taught = await classesByInstructor(tenant, personId);
  const ids = taught.filter((entry) => isAround(entry, now)).map(({ classId }) => classId);
  return (await classesById(tenant, ids.slice(0, maxClasses))).map((item) => ({ item, showsAccess: true }));
}

/** The classes that a person is registered for. One query, and two round trips per hundred registrations. */
export async function loadRegisteredClasses(
  tenant: TenantStore,
  personId: string,
  now: Date,
): Promise<CalendarClass[]> {
  const pointers = await tenant.queryAll(trainingRecord<RegistrationPointer>(tenant, personId), {
    from: recordSortPrefixes.registration,
    to: `${recordSortPrefixes.registration}~`,
    backward: true,
    limit: maxClasses,
  });
  const found = await registrationsById(
    tenant,
    pointers.map(({ registrationId }) => registrationId),
  );
  const registrations = found.filter(
    (registration) => registration !== undefined && shownStatuses.includes(registration.status),
  );
  const classes = await classesById(
    tenant,
    registrations.flatMap((registration) => registration?.classId ?? []),
  );
  const byId = new Map(classes.map((item) => [item.id, item]));
  return registrations.flatMap((registration): CalendarClass[] => {
    const item = byId.get(registration?.classId ?? '');
    if (!registration || !item || !isAround(item, now)) return [];
    const isTentative = registration.status === 'PendingApproval';
    return [{ item, isTentative, showsAccess: !isTentative, sequence: registration.version }];
  });
}
