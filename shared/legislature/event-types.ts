// The types of events in the calendars of legislatures.

/** Event types (docs/interface/billtracking.md#calendar-events). */
export const eventTypes = ['HEARING', 'VOTE', 'COMMITTEE_MEETING', 'FLOOR_SESSION'] as const;
export type EventType = (typeof eventTypes)[number];

/** The kinds of key dates: the last day to pass the first chamber, the last day of a session, and other deadlines. */
export const keyDates = ['CROSSOVER', 'SINE_DIE', 'DEADLINE'] as const;
export type KeyDate = (typeof keyDates)[number];
