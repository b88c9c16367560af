// Sessions of a class, moved and cancelled one by one or as a series, and a preview of a recurrence
// (docs/interface/training.md#recurring-sessions).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { RecurrenceRequest } from '../plan/recurrence-request.ts';
import { classDay, endTime, time } from '../plan/session-fields.ts';
import { ClassDetailView } from '../presentation/class-view.ts';

const reference = z.guid().toLowerCase();
const byId = z.object({ id: reference.meta({ description: 'The id of the class.' }) });
const shared = { area: 'training', tags: ['Classes'] } as const;
const access = { permission: 'training.classes.write', token: 'tenant' } as const;

const choice = {
  sessionId: reference.nullish().meta({ description: 'The session; or name it by its date.' }),
  date: classDay()
    .nullish()
    .meta({ description: 'The day of the session, if it is the only one of that day.' }),
  scope: z.enum(['this', 'following', 'all']).default('this').meta({
    description:
      'This session alone, this and the following ones, or all; sessions that have begun always stay.',
  }),
} as const;
const namesSession = ({ sessionId, date }: { sessionId?: unknown; date?: unknown }): boolean =>
  Boolean(sessionId || date);
const sessionMissing = {
  message: 'Name the session by sessionId or by date.',
  path: ['sessionId'],
  params: { code: 'REQUIRED_FIELD' },
};
const reason = z.string().trim().min(1).max(1000).meta({ example: 'The instructor is ill.' });

const SessionMoveRequest = z
  .object({
    ...choice,
    toDate: classDay().nullish().meta({
      description: 'The new day of the session; the others move by as many days.',
      example: '2027-04-15',
    }),
    startTime: time.nullish(),
    endTime: endTime.nullish().meta({ description: 'By default the session keeps its length.' }),
    reason: reason.nullish(),
    allowDoubleBooking: z.boolean().nullish(),
  })
  .refine(namesSession, sessionMissing)
  .refine(({ toDate, startTime, endTime: end }) => Boolean(toDate || startTime || end), {
    message: 'Say where the session moves to: toDate, startTime or endTime.',
    path: ['toDate'],
    params: { code: 'REQUIRED_FIELD' },
  })
  .meta({ id: 'ClassSessionMoveRequest' });

const SessionCancelRequest = z
  .object({ ...choice, reason })
  .refine(namesSession, sessionMissing)
  .meta({ id: 'ClassSessionCancelRequest' });

/** Which sessions a request means. */
export type SessionChoice = Pick<z.output<typeof SessionMoveRequest>, keyof typeof choice>;
/** Where sessions move to. */
export type SessionMove = Pick<z.output<typeof SessionMoveRequest>, 'toDate' | 'startTime' | 'endTime'>;

const change = {
  ...shared,
  method: 'POST',
  params: byId,
  responses: { 200: { description: 'The class as it is now.', body: ClassDetailView } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access,
} as const;

export const moveSessions = endpoint({
  ...change,
  path: '/api/v1/Classes/{id}/Sessions/Move',
  summary: 'Move sessions of a class',
  description:
    'One session, it and the following ones, or all, to another day or time. Their ids stay, and with them attendance and calendar entries. A session that has begun is never changed. Registrants are notified, with the reason. To avoid overwriting another change, send the version of the class as If-Match, in quotes.',
  body: SessionMoveRequest,
  budget: { roundTrips: 14, readUnits: 18, writeUnits: 44 },
  example: {
    params: { id: '{{emptyClassId}}' },
    body: { sessionId: '{{emptySessionId}}', startTime: '10:00', reason: 'The room is free an hour later.' },
  },
});

export const cancelSessions = endpoint({
  ...change,
  path: '/api/v1/Classes/{id}/Sessions/Cancel',
  summary: 'Cancel sessions of a class',
  description:
    'One session, it and the following ones, or all that have not begun. At least one session must be left; otherwise cancel the class. Registrants are notified, with the reason, and calendar entries of the sessions are cancelled.',
  body: SessionCancelRequest,
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 26 },
  example: {
    params: { id: '{{emptyClassId}}' },
    body: { sessionId: '{{lastSessionId}}', reason: 'The instructor is ill.' },
  },
});

const RecurrencePreview = z
  .strictObject({
    timeZone: z.string().meta({ description: 'An IANA name.', example: 'America/New_York' }),
    sessions: z.array(
      z.strictObject({
        date: z.iso.date(),
        startTime: z.string().meta({ example: '18:00' }),
        endTime: z.string().meta({ example: '20:00' }),
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        notes: z.array(z.string()),
      }),
    ),
    excepted: z.array(z.iso.date()).meta({ description: 'The days that exceptDates leave out.' }),
  })
  .meta({ id: 'ClassRecurrencePreview' });

export const previewRecurrence = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Classes/Recurrence/Preview',
  summary: 'Preview the sessions of a recurrence',
  description:
    'The sessions that a new class with this recurrence has. It writes nothing. A change of a class is previewed by the change itself, as a dry run.',
  repeatable: true,
  body: z
    .object({
      recurrence: RecurrenceRequest,
      timeZone: z
        .string()
        .trim()
        .max(100)
        .nullish()
        .meta({ description: "An IANA or Windows name; the tenant's time zone by default." }),
    })
    .meta({ id: 'ClassRecurrencePreviewRequest' }),
  responses: { 200: { description: 'The sessions.', body: RecurrencePreview } },
  // It reads nothing of the tenant, but takes time.
  access: { permission: 'training.classes.write', token: 'required' },
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 2 },
  example: {
    body: {
      timeZone: 'America/New_York',
      recurrence: {
        rule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=40',
        startDate: '2035-09-04',
        startTime: '18:00',
        endTime: '20:00',
        exceptDates: ['2035-12-25'],
      },
    },
  },
});
