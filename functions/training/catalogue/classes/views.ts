// The response schemas of the public catalogue, other than classes themselves
// (docs/interface/training.md#catalogue-of-classes).
import * as z from 'zod';
import { locationTypes } from '../../classes/record/class.ts';

const localDateTime = z.string().meta({ example: '2027-04-14T09:00:00' });

export const EventOrClass = z
  .strictObject({
    entity: z.literal('Class').meta({ description: 'Event or Class; this platform has classes only.' }),
    id: z.uuid(),
    name: z.string(),
    type: z.string().nullable(),
    status: z.string().meta({ example: 'Upcoming' }),
    registrationState: z.string().meta({ example: 'Standard Registration On' }),
    startDateTime: localDateTime,
    endDateTime: localDateTime,
    eventDates: z.array(z.strictObject({ startDateTime: localDateTime, endDateTime: localDateTime })),
    classSessions: z.array(
      z.strictObject({
        sessionDate: localDateTime,
        startTime: z.string().meta({ example: '1:00 PM' }),
        endTime: z.string().meta({ example: '4:30 PM' }),
      }),
    ),
    classDuration: z.int(),
    classDurationType: z.literal('Day'),
    location: z.string().nullable(),
    imageUrl: z.string().nullable(),
    tag: z.array(z.string()),
    defaultPrice: z.number().meta({ description: 'The price for members in the standard phase.' }),
    currency: z.string().meta({ description: 'ISO 4217, of the price.', example: 'USD' }),
    isClassRegistrationAllow: z.boolean(),
    locationType: z.strictObject({ name: z.enum(locationTypes) }),
    registrationUrlOnLine: z.string().nullable(),
    registrationUrlOnLocation: z.string().nullable(),
  })
  .meta({ id: 'EventOrClass' });

/** A type to filter classes by, under both pairs of field names in use. */
export const TypeOption = z
  .strictObject({ id: z.uuid(), name: z.string(), value: z.uuid(), text: z.string() })
  .meta({ id: 'ClassTypeOption' });

export const CourseOption = z
  .strictObject({ id: z.uuid(), name: z.string() })
  .meta({ id: 'ClassCourseOption' });

export const HoursRange = z
  .strictObject({ min: z.number().nullable(), max: z.number().nullable() })
  .meta({ id: 'CreditHoursRange', description: 'Null when no class has credit hours.' });
