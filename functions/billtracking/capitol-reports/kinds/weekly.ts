// Weekly: what is new, what progresses and what must be acted on within the week, and the week that follows.
import type { Basis } from '../report-source.ts';
import { daysFrom } from '../period.ts';
import type { Section } from '../snapshot.ts';
import { eventsIn, practiceParts } from './sections.ts';

/** The coming week. */
const AHEAD = 7;

export const weekly = (basis: Basis): Section[] => [
  ...practiceParts(basis, AHEAD),
  eventsIn('The next seven days', basis, daysFrom(basis.day, AHEAD + 1)),
];
