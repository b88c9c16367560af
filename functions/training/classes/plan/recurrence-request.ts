// The request bodies of recurring sessions (docs/interface/training.md#recurring-sessions).
import * as z from 'zod';
import { maxSessions } from '../record/class.ts';
import { classDay, endTime, time } from './session-fields.ts';

const dates = z.array(classDay()).max(maxSessions).nullish();

const fields = {
  rule: z.string().trim().min(1).max(500).meta({
    description:
      'A recurrence rule of RFC 5545 with FREQ of DAILY, WEEKLY, MONTHLY or YEARLY, and with COUNT or UNTIL.',
    example: 'FREQ=WEEKLY;BYDAY=TU;COUNT=40',
  }),
  startDate: classDay().meta({
    description: 'The first day that may have a session; it has one if the rule gives it.',
    example: '2027-04-13',
  }),
  startTime: time.meta({ example: '18:00' }),
  endTime: endTime.meta({ example: '20:00' }),
  title: z.string().trim().max(200).nullish().meta({ description: 'The title of each new session.' }),
  exceptDates: dates.meta({
    description: 'Days without a session (EXDATE), although the rule gives them; COUNT counts them.',
  }),
  alsoDates: dates.meta({ description: 'Further days with a session (RDATE).' }),
} as const;

export const RecurrenceRequest = z.object(fields).meta({ id: 'ClassRecurrenceRequest' });
export const RecurrenceChangeRequest = z
  .object({
    ...fields,
    replacesFrom: classDay().nullish().meta({
      description: 'Sessions before this day stay; by default all sessions that have not begun are replaced.',
    }),
  })
  .meta({ id: 'ClassRecurrenceChangeRequest' });

export type RecurrenceInput = z.output<typeof RecurrenceChangeRequest>;
