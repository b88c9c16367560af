// The calendar of the demo tenants: invented meetings of real committees about the bills they follow, week by week.
//
// Days are counted from the seeding, so that the calendar is worth opening whenever it is opened. One week stays where it
// is: the examples of the contracts show it.
import type { EventStatus, EventType } from '../../functions/billtracking/events/calendar-event.ts';
import type { StateChamber } from '../../shared/legislature/states.ts';

/** One entry of a week. */
export interface DemoSlot {
  readonly key: string;
  /** 1 is Monday. */
  readonly weekday: 1 | 2 | 3 | 4 | 5;
  /** In even weeks, in odd ones, or in each. */
  readonly weeks?: 'even' | 'odd';
  readonly title: string;
  readonly eventType: EventType;
  readonly sourceType: string;
  readonly chamber: StateChamber;
  /** Key of a committee of the demo legislature, in the chamber. */
  readonly committee?: string;
  readonly location: string;
  readonly startTime?: string;
  readonly endTime?: string;
  /** So many days in all; one unless told. */
  readonly days?: number;
  /** What becomes of it while it lies ahead; SCHEDULED unless told. */
  readonly status?: Exclude<EventStatus, 'COMPLETED'>;
  readonly description?: string;
  /** Numbers of bills. */
  readonly bills: readonly string[];
}

export interface DemoCalendar {
  readonly stateId: number;
  readonly sessionId: number;
  readonly session: string;
  readonly slots: readonly DemoSlot[];
}

/** Monday of the week of the examples, in the session of 2026. All its meetings are over. */
export const exampleWeek = '2026-01-26';

const hearing = { eventType: 'HEARING', sourceType: 'Public Hearing' } as const;
const executive = { eventType: 'COMMITTEE_MEETING', sourceType: 'Executive Session' } as const;
const work = { eventType: 'COMMITTEE_MEETING', sourceType: 'Work Session' } as const;
const floor = { eventType: 'FLOOR_SESSION', sourceType: 'Floor Session', bills: [] } as const;

const house = (room: string) => `House Hearing Room ${room}, John L. O’Brien Building, Olympia`;
const senate = (room: number) => `Senate Hearing Room ${room}, J.A. Cherberg Building, Olympia`;

const washington: DemoCalendar = {
  stateId: 53,
  sessionId: 5301,
  session: '2025-2026',
  slots: [
    {
      ...hearing,
      key: 'house-housing',
      weekday: 1,
      title: 'House Housing: public hearing on rents and transit-oriented development',
      chamber: 'lower',
      committee: 'housing',
      location: house('C'),
      startTime: '13:30',
      endTime: '15:25',
      description: 'Sign in to testify until an hour before. Remote testimony by video.',
      bills: ['HB 1217', 'HB 1491'],
    },
    {
      ...work,
      key: 'ways-and-means',
      weekday: 1,
      weeks: 'even',
      title: 'Senate Ways & Means: work session on county revenue',
      chamber: 'upper',
      committee: 'ways-and-means',
      location: senate(4),
      startTime: '16:00',
      endTime: '18:00',
      bills: ['SB 5814'],
    },
    {
      ...hearing,
      key: 'senate-local-government',
      weekday: 2,
      title: 'Senate Local Government: public hearing on parking minimums',
      chamber: 'upper',
      committee: 'local-government',
      location: senate(2),
      startTime: '08:00',
      endTime: '09:50',
      bills: ['SB 5184'],
    },
    {
      ...executive,
      key: 'house-finance',
      weekday: 2,
      weeks: 'odd',
      title: 'House Finance: executive session on the property tax growth limit',
      chamber: 'lower',
      committee: 'finance',
      location: house('A'),
      startTime: '13:30',
      endTime: '15:25',
      bills: ['HB 1334'],
    },
    {
      ...hearing,
      key: 'house-local-government',
      weekday: 2,
      weeks: 'even',
      title: 'House Local Government: hearing moved from last week',
      chamber: 'lower',
      committee: 'local-government',
      location: house('E'),
      startTime: '10:30',
      endTime: '12:00',
      status: 'POSTPONED',
      bills: [],
    },
    {
      ...floor,
      key: 'house-floor',
      weekday: 3,
      title: 'House floor session',
      chamber: 'lower',
      location: 'House Chamber, Legislative Building, Olympia',
      startTime: '10:00',
    },
    {
      ...floor,
      key: 'senate-floor',
      weekday: 3,
      title: 'Senate floor session',
      chamber: 'upper',
      location: 'Senate Chamber, Legislative Building, Olympia',
      startTime: '10:00',
    },
    {
      ...hearing,
      key: 'senate-housing',
      weekday: 3,
      weeks: 'odd',
      title: 'Senate Housing: public hearing on the companion rent bill',
      chamber: 'upper',
      committee: 'housing',
      location: senate(4),
      startTime: '13:30',
      endTime: '15:15',
      status: 'CANCELLED',
      description: 'Cancelled by the chair; no new day is set.',
      bills: ['SB 5222'],
    },
    {
      ...hearing,
      key: 'civil-rights',
      weekday: 4,
      weeks: 'odd',
      title: 'House Civil Rights & Judiciary: public hearing on permits to purchase firearms',
      chamber: 'lower',
      committee: 'civil-rights',
      location: house('A'),
      startTime: '08:00',
      endTime: '09:55',
      bills: ['HB 1163'],
    },
    {
      ...hearing,
      key: 'senate-transportation',
      weekday: 4,
      title: 'Senate Transportation: public hearing on transportation resources',
      chamber: 'upper',
      committee: 'transportation',
      location: senate(1),
      startTime: '16:00',
      endTime: '18:00',
      bills: ['SB 5801'],
    },
    {
      ...work,
      key: 'committee-days',
      weekday: 4,
      weeks: 'even',
      title: 'Committee Days: House Environment & Energy visits county utilities',
      chamber: 'lower',
      committee: 'environment',
      location: 'Thurston County',
      days: 2,
      bills: [],
    },
    {
      eventType: 'VOTE',
      sourceType: 'Third Reading',
      key: 'house-third-reading',
      weekday: 5,
      title: 'House: third reading and final passage',
      chamber: 'lower',
      location: 'House Chamber, Legislative Building, Olympia',
      startTime: '09:30',
      bills: ['HB 1491', 'HB 1334'],
    },
  ],
};

const maryland: DemoCalendar = {
  stateId: 24,
  sessionId: 2401,
  session: '2025',
  slots: [
    {
      key: 'environment',
      weekday: 2,
      title: 'Environment and Transportation: bill hearing, accessory dwelling units',
      eventType: 'HEARING',
      sourceType: 'Bill Hearing',
      chamber: 'lower',
      committee: 'environment',
      location: 'House Office Building, Room 251, Annapolis',
      startTime: '13:00',
      endTime: '16:00',
      bills: ['HB 1466'],
    },
    {
      key: 'judicial-proceedings',
      weekday: 3,
      title: 'Judicial Proceedings: voting list',
      eventType: 'VOTE',
      sourceType: 'Voting Session',
      chamber: 'upper',
      committee: 'judicial-proceedings',
      location: '2 East Miller Senate Office Building, Annapolis',
      startTime: '14:30',
      bills: ['HB 709'],
    },
    {
      key: 'house-of-delegates',
      weekday: 4,
      title: 'House of Delegates convenes',
      eventType: 'FLOOR_SESSION',
      sourceType: 'Session',
      chamber: 'lower',
      location: 'State House, Annapolis',
      startTime: '10:00',
      bills: [],
    },
  ],
};

/** By the code of the tenant. */
export const demoCalendars: Readonly<Record<string, DemoCalendar>> = { demo: washington, harbor: maryland };
