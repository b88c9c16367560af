// The types of events in the calendars of legislatures.

/** Event types (docs/interface/billtracking.md#calendar-events). */
export const eventTypes = ['HEARING', 'VOTE', 'COMMITTEE_MEETING', 'FLOOR_SESSION'] as const;
export type EventType = (typeof eventTypes)[number];
