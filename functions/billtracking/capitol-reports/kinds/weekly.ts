// Weekly: what is new, what progresses and what must be acted on within the week, and the week that follows.

import { periodFrom } from '../period.ts';
import type { ReportSource } from '../report-source.ts';
import type { Section } from '../snapshot.ts';
import { buildEvents, buildPracticeSections } from './sections.ts';

/** The coming week. */
const DAYS_AHEAD = 7;

export const buildWeekly = (basis: ReportSource): Section[] => [
  ...buildPracticeSections(basis, DAYS_AHEAD),
  buildEvents('The next seven days', basis, periodFrom(basis.day, DAYS_AHEAD + 1)),
];
