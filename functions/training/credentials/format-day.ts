// A day as a certificate prints it, and as the page that verifies it shows it.
import type { Paper } from '../../../shared/pdf/document.ts';

/** A day in words: month first where paper is Letter, else day first. No month is mistaken for a day. */
export const formatDay = (day: string, paper: Paper): string =>
  new Intl.DateTimeFormat(paper === 'LETTER' ? 'en-US' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
