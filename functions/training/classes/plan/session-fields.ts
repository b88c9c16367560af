// The fields of requests that say when a session takes place.
import * as z from 'zod';
import { day } from '../../../../shared/lists/list-body.ts';
import { parseClockTime } from '../../../../shared/time/clock-time.ts';
import { firstClassDay, lastClassDay } from '../record/class.ts';

/** A time of day as 13:00, 13:00:00 or 1:00 PM (docs/interface/training.md#class-times), converted to 13:00. */
export const time = z
  .string()
  .refine((value) => parseClockTime(value) !== undefined, {
    message: 'Must be a time of day such as 13:00 or 1:00 PM.',
    params: { code: 'INVALID_FORMAT' },
  })
  .meta({ description: 'A time of day in the time zone of the class: 13:00 or 1:00 PM.', example: '13:00' })
  .transform((value) => parseClockTime(value) ?? value);

/** Whether a date, or a date with a time, is in the range allowed for classes, by the day that is written. */
export const isClassDay = (value: string): boolean =>
  value >= firstClassDay && value.slice(0, lastClassDay.length) <= lastClassDay;
export const dayOutOfRange = {
  message: `Must be between ${firstClassDay} and ${lastClassDay}.`,
  params: { code: 'OUT_OF_RANGE' },
};

/** A day of the range, YYYY-MM-DD in the time zone of the class. */
export const classDay = () =>
  day()
    .refine(isClassDay, dayOutOfRange)
    .meta({ description: 'YYYY-MM-DD in the time zone of the class.', example: '2027-04-14' });

export const endTime = time.meta({
  description: 'A time of day, which is on the next day where it is before startTime.',
  example: '16:30',
});
