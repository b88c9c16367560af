// A calendar event of a legislature: a hearing, a vote, a meeting, a floor session
// (docs/interface/billtracking.md#calendar-events).
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { contentHash } from '../../../shared/directory/content-hash.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import type { Chamber } from '../bills/bill.ts';

/** Event types (docs/interface/billtracking.md#calendar-events). */
export const eventTypes = ['HEARING', 'VOTE', 'COMMITTEE_MEETING', 'FLOOR_SESSION'] as const;
export type EventType = (typeof eventTypes)[number];

/** What becomes of an event; a cancelled one is kept (docs/interface/billtracking.md#calendar-events). */
export const eventStatuses = ['SCHEDULED', 'POSTPONED', 'CANCELLED', 'COMPLETED'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** When an event is. */
export interface EventTimes {
  /** IANA name: the state's time zone. */
  readonly timeZone: string;
  readonly isAllDay: boolean;
  /** YYYY-MM-DD in that zone: the first and the last day on which it is held. */
  readonly startDate: string;
  readonly endDate: string;
  /** Instants; absent when the event is for the whole day. */
  readonly startsAt?: string | undefined;
  /** Absent when nobody has said. */
  readonly endsAt?: string | undefined;
}

/** What is known of an event. Dates and times are the state's own. */
export interface CalendarEventContent extends EventTimes {
  readonly title: string;
  readonly eventType: EventType;
  /** The source's own word for it: `Markup`. */
  readonly sourceType?: string | undefined;
  readonly status: EventStatus;
  readonly stateId: number;
  readonly sessionId?: number | undefined;
  readonly chamber?: Chamber | undefined;
  readonly committees: readonly { readonly id: number; readonly name: string }[];
  readonly location?: string | undefined;
  readonly description?: string | undefined;
  readonly billIds: readonly string[];
  readonly sourceUrl?: string | undefined;
  readonly sourceId?: string | undefined;
}

/** An event as it is kept. */
export interface CalendarEvent extends CalendarEventContent {
  readonly id: string;
  /** Grows with every change that a calendar must show (RFC 5545 3.8.7.4). */
  readonly sequence: number;
  /** Of what a source told last; absent when it was entered by hand. */
  readonly contentHash?: string | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

/** An event as the table holds it. */
export interface CalendarEventItem extends CalendarEvent {
  readonly type: 'calendar-event';
  readonly schemaVersion: 1;
}

export const eventKey = (tenant: TenantStore, id: string): Key<CalendarEventItem> =>
  tenant.key(`CALENDAR-EVENT#${id}`, 'EVENT');

/** More days than these no event has. */
export const MAX_DAYS = 366;

const pickContent = (of: CalendarEventContent): CalendarEventContent => ({
  title: of.title,
  eventType: of.eventType,
  status: of.status,
  stateId: of.stateId,
  committees: of.committees,
  timeZone: of.timeZone,
  isAllDay: of.isAllDay,
  startDate: of.startDate,
  endDate: of.endDate,
  billIds: of.billIds,
  ...omitUndefined({
    sourceType: of.sourceType,
    sessionId: of.sessionId,
    chamber: of.chamber,
    location: of.location,
    description: of.description,
    startsAt: of.startsAt,
    endsAt: of.endsAt,
    sourceUrl: of.sourceUrl,
    sourceId: of.sourceId,
  }),
});

/** The hash of what a source tells of an event. That what was planned is over by now is nothing a source tells. */
export const hashContent = (content: CalendarEventContent): string => {
  const status = content.status === 'COMPLETED' ? 'SCHEDULED' : content.status;
  return contentHash(pickContent({ ...content, status }));
};

/** What a calendar shows of an event: all but where its words came from, and the session that it belongs to. */
const pickCalendarContent = (event: CalendarEventContent): unknown => {
  const { sourceId, sourceType, sessionId, ...shown } = pickContent(event);
  return shown;
};

/** What an event becomes with this content, and with the hash of what a source told when one did. */
export const applyEventContent = (
  id: string,
  before: CalendarEvent | undefined,
  content: CalendarEventContent,
  now: Date,
  told: string | undefined = before?.contentHash,
): CalendarEvent => ({
  ...pickContent(content),
  id,
  sequence: before
    ? before.sequence +
      (contentHash(pickCalendarContent(before)) === contentHash(pickCalendarContent(content)) ? 0 : 1)
    : 0,
  version: (before?.version ?? 0) + 1,
  createdDate: before?.createdDate ?? now.toISOString(),
  modifiedDate: now.toISOString(),
  ...omitUndefined({ contentHash: told }),
});

/** Where an event stands in a calendar: by its day in the state; that day's events for the whole day first. */
export const eventSortKey = ({
  startDate,
  startsAt = '',
  id,
}: Pick<CalendarEvent, 'startDate' | 'startsAt' | 'id'>): string => `${startDate}#${startsAt}#${id}`;

/** Whether an event is held on any of some days; both inclusive, either open. */
export const isHeldWithin = (
  { startDate, endDate }: Pick<CalendarEvent, 'startDate' | 'endDate'>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): boolean => (to === undefined || startDate <= to) && (from === undefined || endDate >= from);
