// The fiscal year that contains a day. The tenant sets the month and day on which its fiscal years start
// (docs/interface/training.md#fiscal-years).

/** The first and last day of a fiscal year, YYYY-MM-DD, both included. */
export interface FiscalYear {
  readonly startDate: string;
  readonly endDate: string;
}

const dayInYear = (year: number, start: string): string => `${String(year).padStart(4, '0')}-${start}`;

const dayBefore = (day: string): string => {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - 1);
  return moment.toISOString().slice(0, 10);
};

/**
 * The fiscal year that contains a day.
 *
 * @param day YYYY-MM-DD, in the time zone of the tenant (`dayIn(settings.timeZone, now)`)
 * @param start month and day on which years start, MM-DD; never 02-29, which most years do not have
 */
export function fiscalYearContaining(day: string, start: string): FiscalYear {
  const year = Number(day.slice(0, 4));
  const first = day.slice(5) >= start ? year : year - 1;
  return { startDate: dayInYear(first, start), endDate: dayBefore(dayInYear(first + 1, start)) };
}
