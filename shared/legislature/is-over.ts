// Whether an event lies in the past.
import { toLocalDate } from '../time/local-date.ts';

/** When an event ends: an ISO 8601 instant, or else its last day in its own time zone. */
export interface EventEnd {
  readonly timeZone: string;
  readonly endDate: string;
  readonly endsAt?: string | undefined;
}

/** Whether an event is over at a moment; one without an end is over when its last day is, in its own time zone. */
export const isOver = ({ endsAt, endDate, timeZone }: EventEnd, moment: Date): boolean =>
  endsAt === undefined ? endDate < toLocalDate(timeZone, moment) : endsAt <= moment.toISOString();
