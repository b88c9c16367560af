// Whether an event lies in the past.
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import type { EventTimes } from './calendar-event.ts';

/** Whether an event is over at a moment; one without an end is over when its last day is, in its own time zone. */
export const isOver = ({ endsAt, endDate, timeZone }: EventTimes, moment: Date): boolean =>
  endsAt === undefined ? endDate < toLocalDate(timeZone, moment) : endsAt <= moment.toISOString();
