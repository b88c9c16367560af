// The words of a legislative calendar: deadlines, and the state of a session on a date.

export const deadlines = ['crossover', 'sineDie'] as const;
export type Deadline = (typeof deadlines)[number];

/** The status of a session on a date. `NOT_MAPPED`: the map is partial and does not reach the date. */
export const sittings = [
  'NOT_BEGUN',
  'IN_SESSION',
  'IN_ADJOURNMENT',
  'ADJOURNED_SINE_DIE',
  'NOT_MAPPED',
] as const;
export type Sitting = (typeof sittings)[number];
