// Weekly: what is new, what progresses and what must be acted on within the week, and the week that follows.
import type { ReportSource } from '../report-source.ts';
import { daysFrom } from '../period.ts';
import type { Section } from '../snapshot.ts';
import { buildEvents, buildPracticeSections } from './sections.ts';

/** The coming week. */
const AHEAD = 7;

export const buildWeekly = (basis: ReportSource): Section[] => [
  ...buildPracticeSections(basis, AHEAD),
  buildEvents('The next seven days', basis, daysFrom(basis.day, AHEAD + 1)),
];
