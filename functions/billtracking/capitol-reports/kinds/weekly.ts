// Weekly report: what is new, what progresses and what needs action within the week, and the events of the next week.

import { periodFrom } from '../content/period.ts';
import type { ReportSource } from '../content/report-source.ts';
import type { Section } from '../content/snapshot.ts';
import { buildEvents, buildPracticeSections } from './sections.ts';

/** How many days the report looks ahead. */
const DAYS_AHEAD = 7;

export const buildWeekly = (source: ReportSource): Section[] => [
  ...buildPracticeSections(source, DAYS_AHEAD),
  buildEvents('The next seven days', source, periodFrom(source.day, DAYS_AHEAD + 1)),
];
