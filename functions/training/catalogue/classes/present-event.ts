// A class in the list of events and classes, with the field names used there
// (docs/interface/training.md#catalogue-of-events-and-classes).
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import {
  countDays,
  isRegistrationAllowed,
  presentSessions,
} from '../../classes/presentation/present-class.ts';
import type { ClassReferences } from '../../classes/presentation/references.ts';
import type { ClassLocation } from '../../classes/record/class.ts';
import { classState, registrationState } from '../../classes/record/registration-window.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';

const formatLocation = ({ name, roomNumber, city, state }: ClassLocation = {}): string | null =>
  [name, roomNumber, city, state].filter(Boolean).join(', ') || null;

export const presentEvent = ({ item, seats }: ClassWithSeats, references: ClassReferences, now: Date) => ({
  entity: 'Class' as const,
  id: item.id,
  name: item.sectionName,
  type: references.types.get(item.objectTypeId ?? '')?.name ?? null,
  status: classState(item, now),
  registrationState: registrationState(item, seats, now),
  startDateTime: formatLocalTime(item.startsAt, item.timeZone),
  endDateTime: formatLocalTime(item.endsAt, item.timeZone),
  eventDates: item.sessions.map(({ startsAt, endsAt }) => ({
    startDateTime: formatLocalTime(startsAt, item.timeZone),
    endDateTime: formatLocalTime(endsAt, item.timeZone),
  })),
  classSessions: presentSessions(item, now).map(({ sessionDate, startTime, endTime }) => ({
    sessionDate,
    startTime,
    endTime,
  })),
  classDuration: countDays(item),
  classDurationType: 'Day' as const,
  location: formatLocation(item.location),
  imageUrl: references.courses.get(item.courseId)?.iconUrl ?? null,
  tag: item.tags,
  defaultPrice: item.registration.standard.memberFee,
  currency: references.currency,
  isClassRegistrationAllow: isRegistrationAllowed(item),
  locationType: { name: item.locationType },
  registrationUrlOnLine: item.registrationUrlOnLine ?? null,
  registrationUrlOnLocation: item.registrationUrlOnLocation ?? null,
});
