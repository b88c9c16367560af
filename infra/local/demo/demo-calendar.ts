// The form that the demo tenants' calendars are declared in, and the kinds of meetings that are in them.
import type { EventStatus, EventType } from '../../../functions/billtracking/events/calendar-event.ts';
import type { StateChamber } from '../../../shared/legislature/states.ts';

/** A meeting without its day. */
export interface DemoEntry {
  readonly key: string;
  readonly title: string;
  readonly eventType: EventType;
  readonly sourceType: string;
  readonly chamber: StateChamber;
  /** Key of a committee of the demo legislature, in the chamber. */
  readonly committee?: string;
  readonly location: string;
  readonly startTime?: string;
  readonly endTime?: string;
  /** The number of days; one by default. */
  readonly days?: number;
  /** Its status while it is in the future; SCHEDULED by default. */
  readonly status?: Exclude<EventStatus, 'COMPLETED'>;
  readonly description?: string;
  /** Numbers of bills. */
  readonly bills?: readonly string[];
}

/** One entry of a week. */
export interface DemoSlot extends DemoEntry {
  /** 1 is Monday. */
  readonly weekday: 1 | 2 | 3 | 4 | 5;
  /** In even weeks, in odd ones, or in each. */
  readonly weeks?: 'even' | 'odd';
  /** Whether it is held while the legislature sits, or between its sessions. */
  readonly when: 'session' | 'interim';
  /** Numbers of bills in the week of the examples, where they differ. */
  readonly billsOfExample?: readonly string[];
}

export interface DemoCalendar {
  readonly stateId: number;
  /** Whether the legislature sits on a day, in a year like others. */
  readonly sits: (day: string) => boolean;
  readonly slots: readonly DemoSlot[];
  /** Meetings on fixed days. */
  readonly past: readonly (DemoEntry & { readonly date: string })[];
}

/** Monday of the week of the examples, in the session of 2026. All its meetings are over. */
export const exampleWeek = '2026-01-26';

export const heard = { eventType: 'HEARING', sourceType: 'Public Hearing' } as const;
export const hearing = { ...heard, when: 'session' } as const;
export const executive = {
  eventType: 'COMMITTEE_MEETING',
  sourceType: 'Executive Session',
  when: 'session',
} as const;
export const work = { eventType: 'COMMITTEE_MEETING', sourceType: 'Work Session', when: 'interim' } as const;
export const floor = { eventType: 'FLOOR_SESSION', sourceType: 'Floor Session', when: 'session' } as const;
