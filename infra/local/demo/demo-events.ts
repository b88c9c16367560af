// The calendar of the demo tenants: invented meetings of real committees, week by week. In the months of a session they
// are hearings, votes and floor sessions; between sessions, work sessions of committees. Their bills are samples.
//
// Days are counted from the seeding, so that the calendar is worth opening whenever it is opened. One week stays where it
// is, in the session of 2026: the examples of the contracts show it. So do the hearings that a real bill had.
import type { DemoCalendar } from './demo-calendar.ts';
import { maryland } from './demo-events-maryland.ts';
import { washington } from './demo-events-washington.ts';

/** By the code of the tenant. */
export const demoCalendars: Readonly<Record<string, DemoCalendar>> = { demo: washington, harbor: maryland };
