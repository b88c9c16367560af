// Writes sessions of classes as an iCalendar file (RFC 5545). The same sessions give the same bytes, so that an unchanged
// feed is a 304.
import { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { createCalendar } from '../../../shared/calendar/create-calendar.ts';
import { describeRepeatedHour, setMoments } from '../../../shared/calendar/moments.ts';
import { movePropertiesFirst } from '../../../shared/calendar/properties-first.ts';
import { buildVtimezone } from '../../../shared/time/vtimezone.ts';
import type { ClassItem } from '../classes/class.ts';
import { formatClassPlace } from '../classes/class-place.ts';

/** A class in a calendar. */
export interface CalendarClass {
  readonly item: ClassItem;
  /** A registration that still waits for approval. */
  readonly isTentative?: boolean | undefined;
  /** What is added to the version of the class, so that every change has a higher SEQUENCE. */
  readonly sequence?: number | undefined;
  /** Who may know how to get in and how to join: people with a seat, and instructors. */
  readonly showsAccess?: boolean | undefined;
}

const isPresent = (part: string | undefined): part is string => part !== undefined && part !== '';

/** @param host the tenant's name space, which makes the ids of entries globally unique */
export function buildClassCalendar(name: string, host: string, classes: readonly CalendarClass[]): string {
  const years = classes.flatMap(({ item }) => [
    Number(item.startsAt.slice(0, 4)) - 1,
    Number(item.endsAt.slice(0, 4)) + 1,
  ]);
  const calendar = createCalendar(name, 'Training');
  // Each session has its own zone; the calendar has none.
  calendar.timezone({
    name: null,
    generator: (zone: string): string => buildVtimezone(zone, Math.min(...years), Math.max(...years)),
  });
  for (const { item, isTentative = false, sequence = 0, showsAccess = false } of classes)
    for (const [index, session] of item.sessions.entries()) {
      const { length } = item.sessions;
      const part = length > 1 ? ` (${index + 1} of ${length})` : '';
      const prefix = item.isCancelled ? 'Cancelled: ' : isTentative ? 'Not yet approved: ' : '';
      const place = formatClassPlace(item);
      const description = [
        describeRepeatedHour({ ...session, timeZone: item.timeZone }),
        session.title,
        item.courseName,
        showsAccess ? item.onlineUrl : undefined,
        showsAccess ? item.locationAccessDetail : undefined,
      ].filter(isPresent);
      const entry = calendar.createEvent({
        id: `session-${session.id}@${host}`,
        sequence: item.version + sequence,
        // When the class was last changed, not when the file was written.
        stamp: new Date(item.modifiedDate),
        created: new Date(item.createdDate),
        lastModified: new Date(item.modifiedDate),
        start: new Date(0),
        summary: `${prefix}${item.sectionName}${part}`,
        status: item.isCancelled
          ? ICalEventStatus.CANCELLED
          : isTentative
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
        transparency: item.isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
        description: description.join('\n'),
        ...(place !== '' && { location: place }),
      });
      setMoments(entry, { ...session, timeZone: item.timeZone });
    }
  return movePropertiesFirst(calendar.toString());
}
