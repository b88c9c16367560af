// What requests accept as a moment: ISO 8601 of the calendar's days, whose instant has a year of four digits in UTC too.
import * as z from 'zod';

/** Whether the instant can be stored and compared as ISO 8601 text: `9999-12-31T23:00-12:00` is in the year 10000. */
const hasFourDigitYear = (text: string): boolean => {
  const moment = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return !Number.isNaN(moment.getTime()) && /^\d{4}-/.test(moment.toISOString());
};

const yearOutOfRange = {
  message: 'Must be between the years 0000 and 9999 in UTC.',
  params: { code: 'OUT_OF_RANGE' },
};

/** A moment: a date and time with Z or an offset. */
export const moment = z.iso.datetime({ offset: true }).refine(hasFourDigitYear, yearOutOfRange);

/** A moment, or a local date and time, whose zone the field says. */
export const momentOrLocalTime = z.iso
  .datetime({ offset: true, local: true })
  .refine(hasFourDigitYear, yearOutOfRange);

/** A local date and time to the minute. */
export const localMinute = z.iso
  .datetime({
    local: true,
    precision: -1,
    error: 'must be a local date and time of the calendar: YYYY-MM-DDTHH:MM',
  })
  .regex(/\d$/, 'must be a local date and time, without Z: YYYY-MM-DDTHH:MM');
