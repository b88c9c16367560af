// The sessions that a caller teaches, or all of the tenant's, by day: what the page for instructors begins with
// (docs/interface/training.md#the-page-for-instructors).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

/** The most days of one request. */
export const maxDays = 31;
/** The most sessions of a reply. */
export const maxSessions = 200;

const TeachingSession = z
  .strictObject({
    classId: z.uuid(),
    sessionId: z.uuid(),
    sectionName: z.string(),
    courseName: z.string(),
    title: z.string().optional().meta({ description: 'The title of the session.' }),
    day: z.iso.date().meta({ description: 'On which it begins in the time zone of the tenant.' }),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    checkInOpensAt: z.iso.datetime().meta({ description: 'From when on codes are accepted.' }),
    place: z.string().optional(),
    isCancelled: z.boolean(),
    isInstructor: z.boolean().meta({ description: 'Whether the caller teaches the class.' }),
  })
  .meta({ id: 'TeachingSession' });

const TeachingDays = z
  .strictObject({
    now: z.iso
      .datetime()
      .meta({ description: 'The time of the tenant, by which codes and sessions are judged.' }),
    today: z.iso.date().meta({ description: 'The day of the tenant.' }),
    timeZone: z.string().meta({ description: 'The time zone of the tenant.' }),
    from: z.iso.date(),
    to: z.iso.date().meta({ description: 'The last day.' }),
    scope: z.enum(['own', 'all']).meta({
      description: 'all: every session of the tenant, for holders of training.registrations.read.',
    }),
    mayRecord: z.boolean().meta({
      description:
        'Whether the caller may record attendance in every class, not only in those that they teach.',
    }),
    sessions: z.array(TeachingSession),
    hasMore: z.boolean().meta({ description: 'Whether there are more sessions than a reply has.' }),
  })
  .meta({ id: 'TeachingDays' });

export const listTeachingSessions = endpoint({
  area: 'training',
  tags: ['Classes'],
  method: 'GET',
  path: '/api/v1/Classes/Teaching',
  summary: 'List the sessions to teach',
  description: `The sessions of some days in the time zone of the tenant, by start: those of the classes that the caller teaches, and every session for holders of training.registrations.read. At most ${maxSessions}. Of classes that others teach, those that began up to 60 days before the first day are listed.`,
  query: z.object({
    from: z.iso.date().optional().meta({ description: 'The first day, from 1900 to 2199. Default: today.' }),
    days: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxDays)
      .optional()
      .meta({ description: `How many days, 1 to ${maxDays}. Default: 7.`, example: 7 }),
  }),
  responses: { 200: { description: 'The sessions.', body: TeachingDays } },
  access: { permission: 'own', others: 'training.registrations.read', token: 'required' },
  also: ['training.registrations.write'],
  budget: { roundTrips: 5, readUnits: 60 },
  example: { query: { days: 7 } },
});
