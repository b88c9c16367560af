// The parts of legislation days in responses. The rules return them with these types.
import * as z from 'zod';
import type { Immutable } from '../../../../shared/http/context.ts';
import { deadlines, sittings } from './terms.ts';

export const NumberedDay = z.strictObject({ legislativeDay: z.int(), date: z.iso.date() });
export type NumberedDay = Immutable<z.output<typeof NumberedDay>>;

export const DayOfDate = z
  .strictObject({
    date: z.iso.date(),
    sitting: z
      .enum(sittings)
      .meta({ description: 'NOT_MAPPED: the map is partial and does not reach the date.' }),
    legislativeDay: z
      .int()
      .nullable()
      .meta({ description: 'The number of the day; null when it is not a legislative day.' }),
    daysBegun: z
      .int()
      .optional()
      .meta({ description: 'The number of legislative days that had begun by then.' }),
    next: NumberedDay.optional().meta({
      description: 'The first legislative day after it, if the map has it.',
    }),
  })
  .meta({ id: 'DayOfDate', description: 'A date and its place in the session.' });
export type DayOfDate = Immutable<z.output<typeof DayOfDate>>;

export const DaysLeft = z
  .strictObject({
    legislativeDay: z.int(),
    date: z.iso.date().optional(),
    legislativeDaysLeft: z.int().optional().meta({
      description:
        'Remaining legislative days, including the day of the deadline; 0 on that day and after it.',
    }),
    calendarDaysLeft: z.int().optional(),
    hasPassed: z.boolean().optional(),
  })
  .meta({
    id: 'DaysLeft',
    description: 'The time left until a deadline. Fields are absent where the map has no information.',
  });
export type DaysLeft = Immutable<z.output<typeof DaysLeft>>;

export const MappedDay = z
  .strictObject({
    legislativeDay: z.int().nullable().meta({ description: 'Null in adjournment.' }),
    date: z.iso.date(),
    note: z.string().optional(),
  })
  .meta({ id: 'LegislationDay' });
export type MappedDay = Immutable<z.output<typeof MappedDay>>;

export const SavedBy = z.strictObject({ name: z.string(), personId: z.uuid().optional() });

const DeadlineDate = z.strictObject({ legislativeDay: z.int(), date: z.iso.date().optional() });
export const MovedDeadline = z
  .strictObject({
    deadline: z.enum(deadlines),
    before: DeadlineDate.optional(),
    after: DeadlineDate.optional(),
    calendarDays: z
      .int()
      .optional()
      .meta({ description: 'The number of days by which it moves; positive when later.' }),
  })
  .meta({ id: 'MovedDeadline' });
export type MovedDeadline = Immutable<z.output<typeof MovedDeadline>>;
export const Effect = z
  .strictObject({
    deadlines: z.array(MovedDeadline),
    days: z.array(
      z.strictObject({
        legislativeDay: z.int(),
        before: z.iso.date().optional(),
        after: z.iso.date().optional(),
        calendarDays: z.int().optional(),
      }),
    ),
  })
  .meta({
    id: 'LegislationDaysEffect',
    description: 'What a version changes compared with the one before it.',
  });
export type Effect = Immutable<z.output<typeof Effect>>;
