// Writes sessions of classes as an iCalendar file (RFC 5545). The same sessions give the same bytes, so that an unchanged
// feed is a 304.
import { type ICalCalendar, type ICalEvent, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { createCalendar } from '../../../shared/calendar/create-calendar.ts';
import { describeRepeatedHour, setMoments } from '../../../shared/calendar/moments.ts';
import { movePropertiesFirst } from '../../../shared/calendar/properties-first.ts';
import { buildVtimezone } from '../../../shared/time/vtimezone.ts';
import type { ClassItem, ClassSession } from '../classes/record/class.ts';
import { formatClassPlace } from '../classes/record/class-place.ts';

/** A class in a calendar. */
export interface CalendarClass {
  readonly item: ClassItem;
  /** A registration that still waits for approval. */
  readonly isTentative?: boolean | undefined;
  /** The person no longer takes part. */
  readonly isEnded?: boolean | undefined;
  /** What is added to the version of the class, so that every change has a higher SEQUENCE. */
  readonly sequence?: number | undefined;
  /** Who may know how to get in and how to join: people with a seat, and instructors. */
  readonly showsAccess?: boolean | undefined;
}

const isPresent = (part: string | undefined): part is string => part !== undefined && part !== '';

/** Lets a calendar describe the time zones of classes. Each session has its own zone; the calendar has none. */
export function addTimeZones(calendar: ICalCalendar, classes: readonly ClassItem[]): void {
  const years = classes.flatMap(({ startsAt, endsAt }) => [
    Number(startsAt.slice(0, 4)) - 1,
    Number(endsAt.slice(0, 4)) + 1,
  ]);
  calendar.timezone({
    name: null,
    generator: (zone: string): string => buildVtimezone(zone, Math.min(...years), Math.max(...years)),
  });
}

/** Adds a session of a class. @param uid globally unique */
export function addSession(
  calendar: ICalCalendar,
  { item, isTentative = false, isEnded = false, sequence = 0, showsAccess = false }: CalendarClass,
  session: Omit<ClassSession, 'date' | 'startTime' | 'endTime'>,
  uid: string,
): ICalEvent {
  const { sessions } = item;
  const number = sessions.findIndex(({ id }) => id === session.id) + 1;
  const part = sessions.length > 1 && number > 0 ? ` (${number} of ${sessions.length})` : '';
  const isCancelled = item.isCancelled || isEnded;
  const prefix = isCancelled ? 'Cancelled: ' : isTentative ? 'Not yet approved: ' : '';
  const place = formatClassPlace(item);
  const description = [
    describeRepeatedHour({ ...session, timeZone: item.timeZone }),
    session.title,
    item.courseName,
    showsAccess ? item.onlineUrl : undefined,
    showsAccess ? item.locationAccessDetail : undefined,
  ].filter(isPresent);
  const entry = calendar.createEvent({
    id: uid,
    sequence: item.version + sequence,
    // When the class was last changed, not when the file was written.
    stamp: new Date(item.modifiedDate),
    created: new Date(item.createdDate),
    lastModified: new Date(item.modifiedDate),
    start: new Date(0),
    summary: `${prefix}${item.sectionName}${part}`,
    status: isCancelled
      ? ICalEventStatus.CANCELLED
      : isTentative
        ? ICalEventStatus.TENTATIVE
        : ICalEventStatus.CONFIRMED,
    transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    description: description.join('\n'),
    ...(place !== '' && { location: place }),
  });
  setMoments(entry, { ...session, timeZone: item.timeZone });
  return entry;
}

/** @param host the tenant's name space, which makes the ids of entries globally unique */
export function buildClassCalendar(name: string, host: string, classes: readonly CalendarClass[]): string {
  const calendar = createCalendar(name, 'Training');
  addTimeZones(
    calendar,
    classes.map(({ item }) => item),
  );
  for (const shown of classes)
    for (const session of shown.item.sessions)
      addSession(calendar, shown, session, `session-${session.id}@${host}`);
  return movePropertiesFirst(calendar.toString());
}
