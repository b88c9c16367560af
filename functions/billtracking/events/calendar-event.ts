// A calendar event of a legislature: a hearing, a vote, a meeting, a floor session (interface.md 2.4 and 6).
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { Chamber } from '../bills/bill.ts';

/** Event types (interface.md 2.4). */
export const eventTypes = ['HEARING', 'VOTE', 'COMMITTEE_MEETING', 'FLOOR_SESSION'] as const;
export type EventType = (typeof eventTypes)[number];

/** What becomes of an event; a cancelled one is kept (domain.md 1D). */
export const eventStatuses = ['SCHEDULED', 'POSTPONED', 'CANCELLED', 'COMPLETED'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** What is known of an event. Dates and times are the state's own. */
export interface CalendarEventContent {
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
  /** IANA name: the state's time zone. */
  readonly timeZone: string;
  readonly isAllDay: boolean;
  /** YYYY-MM-DD in that zone, both inclusive. */
  readonly startDate: string;
  readonly endDate: string;
  /** Instants; absent when the event is for the whole day. */
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  readonly billIds: readonly string[];
  readonly sourceUrl?: string | undefined;
  readonly sourceId?: string | undefined;
}

/** An event as the table holds it. `sequence` grows with every change that a calendar must show (RFC 5545 3.8.7.4). */
export interface CalendarEventItem extends CalendarEventContent {
  readonly type: 'calendar-event';
  readonly id: string;
  readonly sequence: number;
  readonly contentHash: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const eventKey = (tenant: TenantStore, id: string): Key<CalendarEventItem> =>
  tenant.key(`CALENDAR-EVENT#${id}`, 'EVENT');
