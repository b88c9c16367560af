// Formats the days on certificates, invoices and pages.
import type { Paper } from '../../shared/pdf/document.ts';

/** A day with the name of its month: month first where paper is Letter, else day first. */
export const formatDay = (day: string, paper: Paper): string =>
  new Intl.DateTimeFormat(paper === 'LETTER' ? 'en-US' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
