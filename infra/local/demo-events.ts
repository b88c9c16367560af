// The calendar of the demo tenants: invented meetings of real committees, week by week. In the months of a session they
// are hearings, votes and floor sessions; between sessions, work sessions of committees. Their bills are samples.
//
// Days are counted from the seeding, so that the calendar is worth opening whenever it is opened. One week stays where it
// is, in the session of 2026: the examples of the contracts show it. So do the hearings that a real bill had.
import type { EventStatus, EventType } from '../../functions/billtracking/events/calendar-event.ts';
import type { StateChamber } from '../../shared/legislature/states.ts';

/** A meeting, whatever its day. */
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
  /** So many days in all; one unless told. */
  readonly days?: number;
  /** What becomes of it while it lies ahead; SCHEDULED unless told. */
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
  /** Numbers of bills in the week of the examples, where they are others. */
  readonly billsOfExample?: readonly string[];
}

export interface DemoCalendar {
  readonly stateId: number;
  /** Whether the legislature sits on a day, in a year like others. */
  readonly sits: (day: string) => boolean;
  readonly slots: readonly DemoSlot[];
  /** Meetings whose days stay. */
  readonly past: readonly (DemoEntry & { readonly date: string })[];
}

/** Monday of the week of the examples, in the session of 2026. All its meetings are over. */
export const exampleWeek = '2026-01-26';

const heard = { eventType: 'HEARING', sourceType: 'Public Hearing' } as const;
const hearing = { ...heard, when: 'session' } as const;
const executive = {
  eventType: 'COMMITTEE_MEETING',
  sourceType: 'Executive Session',
  when: 'session',
} as const;
const work = { eventType: 'COMMITTEE_MEETING', sourceType: 'Work Session', when: 'interim' } as const;
const floor = { eventType: 'FLOOR_SESSION', sourceType: 'Floor Session', when: 'session' } as const;

const house = (room: string) => `House Hearing Room ${room}, John L. O’Brien Building, Olympia`;
const senate = (room: number) => `Senate Hearing Room ${room}, J.A. Cherberg Building, Olympia`;

const monthOf = (day: string): number => Number(day.slice(5, 7));
const isOddYear = (day: string): boolean => Number(day.slice(0, 4)) % 2 === 1;

const washington: DemoCalendar = {
  stateId: 53,
  // From the second Monday of January, for 105 days in the odd year and 60 in the even one.
  sits: (day) => day.slice(5) >= '01-11' && monthOf(day) <= (isOddYear(day) ? 4 : 2),
  slots: [
    {
      ...hearing,
      key: 'house-housing',
      weekday: 1,
      title: 'House Housing: public hearing on permits near transit',
      chamber: 'lower',
      committee: 'housing',
      location: house('C'),
      startTime: '13:30',
      endTime: '15:25',
      description: 'Sign in to testify until an hour before. Remote testimony by video.',
      bills: ['HB 9102'],
      billsOfExample: [],
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
      startTime: '10:00',
      endTime: '12:00',
      bills: ['SB 9103'],
    },
    {
      ...work,
      key: 'housing-work',
      weekday: 1,
      weeks: 'odd',
      title: 'House Housing: work session on permits near transit',
      chamber: 'lower',
      committee: 'housing',
      location: house('C'),
      startTime: '13:30',
      endTime: '15:30',
      bills: ['HB 9102'],
    },
    {
      ...hearing,
      key: 'house-transportation',
      weekday: 2,
      title: 'House Transportation: public hearing on county roads',
      chamber: 'lower',
      committee: 'transportation',
      location: house('B'),
      startTime: '15:30',
      endTime: '17:25',
      bills: ['HB 9101'],
      billsOfExample: ['HB 9001'],
    },
    {
      ...work,
      key: 'transportation-work',
      weekday: 2,
      title: 'House Transportation: work session on the preservation of county roads',
      chamber: 'lower',
      committee: 'transportation',
      location: house('B'),
      startTime: '09:00',
      endTime: '11:30',
      bills: ['HB 9101'],
    },
    {
      ...executive,
      key: 'house-finance',
      weekday: 2,
      weeks: 'odd',
      title: 'House Finance: executive session',
      chamber: 'lower',
      committee: 'finance',
      location: house('A'),
      startTime: '13:30',
      endTime: '15:25',
    },
    {
      ...work,
      key: 'house-local-government',
      weekday: 2,
      weeks: 'even',
      title: 'House Local Government: work session moved from last week',
      chamber: 'lower',
      committee: 'local-government',
      location: house('E'),
      startTime: '13:30',
      endTime: '15:00',
      status: 'POSTPONED',
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
      ...work,
      key: 'senate-local-government',
      weekday: 3,
      title: 'Senate Local Government: work session on what the state asks of counties',
      chamber: 'upper',
      committee: 'local-government',
      location: senate(2),
      startTime: '10:00',
      endTime: '11:50',
      bills: ['HB 9102'],
    },
    {
      ...work,
      key: 'senate-housing',
      weekday: 3,
      weeks: 'odd',
      title: 'Senate Housing: work session on the first year of the rent cap',
      chamber: 'upper',
      committee: 'housing',
      location: senate(4),
      startTime: '13:30',
      endTime: '15:15',
      status: 'CANCELLED',
      description: 'Cancelled by the chair; no new day is set.',
    },
    {
      ...hearing,
      key: 'law-and-justice',
      weekday: 4,
      weeks: 'odd',
      title: 'Senate Law & Justice: public hearing on the cost of courts',
      chamber: 'upper',
      committee: 'law-and-justice',
      location: senate(4),
      startTime: '08:00',
      endTime: '09:55',
      billsOfExample: ['SB 9002'],
    },
    {
      ...work,
      key: 'committee-days',
      weekday: 4,
      weeks: 'even',
      title: 'House Environment & Energy visits county utilities',
      chamber: 'lower',
      committee: 'environment',
      location: 'Thurston County',
      days: 2,
    },
    {
      eventType: 'VOTE',
      sourceType: 'Third Reading',
      when: 'session',
      key: 'house-third-reading',
      weekday: 5,
      title: 'House: third reading and final passage',
      chamber: 'lower',
      location: 'House Chamber, Legislative Building, Olympia',
      startTime: '09:30',
      bills: ['HB 9101', 'HB 9102'],
      billsOfExample: [],
    },
  ],
  past: [
    {
      ...heard,
      key: 'hb-1217-house',
      date: '2025-01-13',
      title: 'House Housing: public hearing on HB 1217',
      chamber: 'lower',
      committee: 'housing',
      location: 'John L. O’Brien Building, Olympia',
      bills: ['HB 1217'],
    },
    {
      ...heard,
      key: 'hb-1217-senate',
      date: '2025-03-19',
      title: 'Senate Housing: public hearing on HB 1217',
      chamber: 'upper',
      committee: 'housing',
      location: senate(4),
      startTime: '13:30',
      bills: ['HB 1217'],
    },
  ],
};

const annapolis = { chamber: 'lower', location: 'House Office Building, Room 251, Annapolis' } as const;

const maryland: DemoCalendar = {
  stateId: 24,
  // Ninety days from the second Wednesday of January.
  sits: (day) => day.slice(5) >= '01-14' && day.slice(5) <= '04-06',
  slots: [
    {
      ...hearing,
      ...annapolis,
      key: 'environment',
      weekday: 2,
      title: 'Environment and Transportation: bill hearing',
      sourceType: 'Bill Hearing',
      committee: 'environment',
      startTime: '13:00',
      endTime: '16:00',
    },
    {
      key: 'judicial-proceedings',
      weekday: 3,
      when: 'session',
      title: 'Judicial Proceedings: voting list',
      eventType: 'VOTE',
      sourceType: 'Voting Session',
      chamber: 'upper',
      committee: 'judicial-proceedings',
      location: '2 East Miller Senate Office Building, Annapolis',
      startTime: '14:30',
    },
    {
      key: 'house-of-delegates',
      weekday: 4,
      when: 'session',
      title: 'House of Delegates convenes',
      eventType: 'FLOOR_SESSION',
      sourceType: 'Session',
      chamber: 'lower',
      location: 'State House, Annapolis',
      startTime: '10:00',
    },
    {
      ...work,
      ...annapolis,
      key: 'environment-briefing',
      weekday: 2,
      weeks: 'even',
      title: 'Environment and Transportation: interim briefing on the supply of homes',
      sourceType: 'Briefing',
      committee: 'environment',
      startTime: '13:00',
      endTime: '15:00',
    },
    {
      ...work,
      key: 'budget-briefing',
      weekday: 3,
      weeks: 'odd',
      title: 'Budget and Taxation: interim briefing on revenues',
      sourceType: 'Briefing',
      chamber: 'upper',
      committee: 'budget',
      location: '3 West Miller Senate Office Building, Annapolis',
      startTime: '10:00',
      endTime: '12:00',
    },
  ],
  past: [
    {
      ...heard,
      key: 'hb-9001-house',
      date: '2025-02-05',
      title: 'Economic Matters: bill hearing on closing costs',
      sourceType: 'Bill Hearing',
      chamber: 'lower',
      committee: 'economic-matters',
      location: 'House Office Building, Room 230, Annapolis',
      startTime: '13:00',
      endTime: '15:00',
      bills: ['HB 9001'],
    },
  ],
};

/** By the code of the tenant. */
export const demoCalendars: Readonly<Record<string, DemoCalendar>> = { demo: washington, harbor: maryland };
