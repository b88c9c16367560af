// A calendar event of a legislature: a hearing, a vote, a meeting, a floor session
// (docs/interface/billtracking.md#calendar-events).

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { calendarEventKey } from '../../../../shared/legislature/bill-hearings.ts';
import type { EventType, KeyDate } from '../../../../shared/legislature/event-types.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { Chamber } from '../../bills/record/bill.ts';
import type { SourceName } from '../../source-name.ts';

/** The status of an event; cancelled events stay in the calendar (docs/interface/billtracking.md#calendar-events). */
export const eventStatuses = ['SCHEDULED', 'POSTPONED', 'CANCELLED', 'COMPLETED'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** When an event takes place. */
export interface EventTimes {
  /** The state's time zone, as an IANA name. */
  readonly timeZone: string;
  readonly isAllDay: boolean;
  /** YYYY-MM-DD in that zone: the first and the last day on which it is held. */
  readonly startDate: string;
  readonly endDate: string;
  /** ISO 8601 instants; absent for an all-day event. */
  readonly startsAt?: string | undefined;
  /** Absent when the end is unknown. */
  readonly endsAt?: string | undefined;
}

/** A document of an event, with the files it is published as. */
export interface EventDocument {
  readonly title: string;
  readonly links: readonly { readonly url: string; readonly format?: string | undefined }[];
}

/** Who testifies at an event. */
export interface EventWitness {
  readonly name: string;
  readonly position?: string | undefined;
  readonly organization?: string | undefined;
  readonly documents: readonly EventDocument[];
}

/** The content of an event. Dates and times are local to the state. */
export interface CalendarEventContent extends EventTimes {
  readonly title: string;
  readonly eventType: EventType;
  /** The source's own name for the type: `Markup`. */
  readonly sourceType?: string | undefined;
  /** Present where the event is a deadline of a session; its type is then that of the day. */
  readonly keyDate?: KeyDate | undefined;
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
  /** Only sources have them; those of a source that gives none stay. */
  readonly documents?: readonly EventDocument[] | undefined;
  readonly witnesses?: readonly EventWitness[] | undefined;
}

/** What a source says of an event that others may contradict, and a hash of everything else. */
export interface SourceStatement extends Pick<CalendarEventContent, 'location' | 'sessionId' | 'billIds'> {
  /** An event that is over counts as scheduled: that is no change of the source. */
  readonly status: EventStatus;
  readonly startDate: string;
  readonly endDate: string;
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  /** The hash of title, committees, papers and so on. */
  readonly rest: string;
}

/** The parts of a statement that a source may change. */
export const statementParts = ['times', 'status', 'place', 'agenda', 'session', 'rest'] as const;
export type StatementPart = (typeof statementParts)[number];

/** A source that lists an event: what it said last, and since when. When it was last seen is stored apart. */
export interface EventSource {
  readonly source: SourceName;
  /** The id of the event there. */
  readonly sourceId?: string | undefined;
  readonly says: SourceStatement;
  /** YYYY-MM-DD in the event's time zone. */
  readonly firstSeen: string;
  /** The day of its last change, and what changed. */
  readonly changedOn?: string | undefined;
  readonly changed?: readonly StatementPart[] | undefined;
  /** The day from which it no longer lists the event, by which source of its provider. */
  readonly withdrawnOn?: string | undefined;
  readonly withdrawnBy?: SourceName | undefined;
}

/** What the history of an event adds to it. */
interface EventHistory {
  /** One for each source; absent where a person entered the event, and no source lists it. */
  readonly sources?: readonly EventSource[] | undefined;
  /** Whether its sources disagree on whether or when it is held. */
  readonly isDisputed?: true | undefined;
  /** How many notices were given of it; the last ones are stored. */
  readonly noticeCount?: number | undefined;
}

/** An event with its id, versions and dates. */
export interface CalendarEvent extends CalendarEventContent, EventHistory {
  readonly id: string;
  /** Incremented by every change that a calendar must show (RFC 5545 3.8.7.4). */
  readonly sequence: number;
  /** The hash of the content last imported, in events that were imported before their sources were recorded. */
  readonly contentHash?: string | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

/** An event as it is stored. */
export interface CalendarEventItem extends CalendarEvent {
  readonly type: 'calendar-event';
  readonly schemaVersion: 1;
}

/** A write of an event: its state before and after. */
export interface EventWrite {
  readonly before: CalendarEvent | undefined;
  readonly after: CalendarEvent;
}

export const eventKey = (tenant: TenantStore, id: string): Key<CalendarEventItem> =>
  calendarEventKey(tenant, id);

/** The longest event, in days. */
export const MAX_DAYS = 366;

/** The members of `CalendarEventContent`, for taking them from an event. */
const contentFields = [
  'title',
  'eventType',
  'sourceType',
  'keyDate',
  'status',
  'stateId',
  'sessionId',
  'chamber',
  'committees',
  'location',
  'description',
  'timeZone',
  'isAllDay',
  'startDate',
  'endDate',
  'startsAt',
  'endsAt',
  'billIds',
  'sourceUrl',
  'sourceId',
  'documents',
  'witnesses',
] as const satisfies readonly (keyof CalendarEventContent)[];

/** The content of an event, without its id and versions. */
export const pickContent = (content: CalendarEventContent): CalendarEventContent =>
  pick(content, contentFields);

/** What a calendar shows of an event: everything but its source, its session and its papers. */
const pickCalendarContent = (event: CalendarEventContent): unknown => {
  const { sourceId, sourceType, sessionId, documents, witnesses, ...visible } = pickContent(event);
  return visible;
};

/** The event with this content: a new one, or the next version of `before`. Its sources stay unless others are given. */
export const applyEventContent = (
  id: string,
  before: CalendarEvent | undefined,
  content: CalendarEventContent,
  now: Date,
  { sources, isDisputed }: Pick<EventHistory, 'sources' | 'isDisputed'> = before ?? {},
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
  ...omitUndefined({ sources, isDisputed, noticeCount: before?.noticeCount }),
});

/** Sorts events by local day, then start; all-day events come first on their day. */
export const eventSortKey = ({
  startDate,
  startsAt = '',
  id,
}: Pick<CalendarEvent, 'startDate' | 'startsAt' | 'id'>): string => `${startDate}#${startsAt}#${id}`;

/** Whether an event is held on any day of a range; both ends are inclusive and optional. */
export const isHeldWithin = (
  { startDate, endDate }: Pick<CalendarEvent, 'startDate' | 'endDate'>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): boolean => (to === undefined || startDate <= to) && (from === undefined || endDate >= from);
