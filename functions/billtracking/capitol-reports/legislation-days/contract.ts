// The legislation days of a session: a map from legislative day to date, saved as a whole
// (docs/interface/billtracking.md#legislation-days).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalInteger } from '../../../../shared/http/lenient.ts';
import { filterDate, successEnvelope } from '../../envelopes.ts';
import { DayOfDate, DaysLeft, Effect, MappedDay, MovedDeadline, NumberedDay, SavedBy } from './schemas.ts';

const dayNumber = z.int().min(1).max(400);

const sessionFields = {
  stateId: z.int(),
  state: z.string().meta({ example: 'GA' }),
  sessionId: z.int(),
  session: z.string().meta({ example: '2025 Regular Session' }),
  timeZone: z.string(),
};
const mapFields = {
  instrument: z
    .string()
    .optional()
    .meta({ description: 'The resolution that set the days.', example: 'SR 6 (2025)' }),
  isComplete: z.boolean(),
  crossoverDay: z.int().optional(),
  sineDieDay: z.int().optional(),
  days: z.array(MappedDay),
  version: z.int().meta({ description: '0 until a map is saved.' }),
  savedAt: z.iso.datetime().optional(),
  savedBy: SavedBy.optional(),
};

const LegislationDays = z
  .strictObject({
    ...sessionFields,
    ...mapFields,
    today: DayOfDate,
    daysLeft: z.strictObject({ crossover: DaysLeft.optional(), sineDie: DaysLeft.optional() }),
    dayOfDate: DayOfDate.optional().meta({ description: 'Present when the request has a date.' }),
    dateOfDay: z.strictObject({ legislativeDay: z.int(), date: z.iso.date().nullable() }).optional().meta({
      description:
        'Present when the request has a legislative day; the date is null when the map does not have it.',
    }),
  })
  .meta({ id: 'LegislationDays' });

const VersionEntry = z
  .strictObject({
    version: z.int(),
    instrument: z.string().optional(),
    isComplete: z.boolean(),
    firstDay: NumberedDay.optional(),
    lastDay: NumberedDay.optional(),
    savedAt: z.iso.datetime(),
    savedBy: SavedBy.optional(),
    deadlines: z.array(MovedDeadline).meta({ description: 'The deadlines that the version moved.' }),
    daysMoved: z.int(),
    daysAdded: z.int(),
  })
  .meta({ id: 'LegislationDaysVersionEntry' });

const SaveRequest = z
  .object({
    sessionId: optionalInteger(1).meta({
      description: 'The session by id; by default the current session of the state.',
      example: 1301,
    }),
    session: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .meta({ description: 'The session by name or identifier, instead of its id.' }),
    instrument: z.string().trim().max(200).nullish().meta({ example: 'SR 6 (2025)' }),
    days: z
      .array(
        z.object({
          legislativeDay: dayNumber.nullable().meta({ description: 'Null for a day in adjournment.' }),
          date: z.iso.date(),
          note: z.string().trim().max(200).nullish(),
        }),
      )
      .min(1)
      .max(800),
    isComplete: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the map has every legislative day of the session; false by default.' }),
    crossoverDay: dayNumber.nullish().meta({ example: 28 }),
    sineDieDay: dayNumber.nullish().meta({ example: 40 }),
  })
  .meta({ id: 'LegislationDaysRequest', description: 'Replaces the whole map.' });
export type LegislationDaysInput = z.output<typeof SaveRequest>;

const stateParams = z.object({
  stateId: z.coerce.number().int().min(0).max(99).meta({ description: 'FIPS code.', example: 13 }),
});
const sessionIdFilter = optionalInteger(1).meta({
  description: 'The id of the session; by default the current session of the state.',
});
const shared = { area: 'billtracking', tags: ['Capitol Reports'], refuses: ['RESOURCE_NOT_FOUND'] } as const;
const reading = { permission: 'billtracking.reference.read', token: 'tenant' } as const;
/** Versions name who saved them. */
const readingVersions = { ...reading, token: 'required' } as const;

export const getLegislationDays = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/get-legislationDays/{stateId}',
  summary: 'Get the legislation days of a session',
  description: 'Today and all dates are in the time zone of the state.',
  params: stateParams,
  query: z.object({
    sessionId: sessionIdFilter,
    date: filterDate().meta({ description: 'Also returns the legislative day of this date.' }),
    legislativeDay: optionalInteger(1, 400).meta({
      description: 'Also returns the date of this legislative day.',
    }),
  }),
  responses: {
    200: {
      description: 'The map; version 0 when none was saved.',
      body: successEnvelope(LegislationDays),
    },
  },
  access: reading,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { stateId: '13' }, query: { sessionId: 1301, date: '2025-01-27', legislativeDay: 10 } },
});

export const saveLegislationDays = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/CapitolReport/save-legislationDays/{stateId}',
  summary: 'Save the legislation days of a session',
  description:
    'Replaces the whole map. Numbers and dates must increase together, without gaps in the numbers. A partial map may begin after day 1. Earlier versions stay available; saving the same map again creates no new version. Send the ETag as If-Match to prevent lost updates.',
  params: stateParams,
  query: z.object({ sessionId: sessionIdFilter }),
  body: SaveRequest,
  responses: {
    200: {
      description: 'The saved map, and the days and deadlines that it moves.',
      body: successEnvelope(LegislationDays.extend({ effect: Effect }).meta({ id: 'SavedLegislationDays' })),
    },
  },
  access: { permission: 'billtracking.reference.write', token: 'tenant' },
  budget: { roundTrips: 12, readUnits: 16, writeUnits: 9 },
  example: {
    params: { stateId: '13' },
    body: {
      sessionId: 1302,
      instrument: 'First adjournment resolution of the session',
      days: [
        { legislativeDay: 1, date: '2026-01-12' },
        { legislativeDay: 2, date: '2026-01-13' },
        { legislativeDay: null, date: '2026-01-14', note: 'in adjournment' },
        { legislativeDay: 3, date: '2026-01-15' },
      ],
      crossoverDay: 28,
      sineDieDay: 40,
    },
  },
});

export const listLegislationDaysVersions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/get-legislationDays/{stateId}/versions',
  summary: 'List the versions of the legislation days',
  params: stateParams,
  query: z.object({ sessionId: sessionIdFilter }),
  responses: {
    200: {
      description: 'The versions, the latest first, with the deadlines that each moved.',
      body: successEnvelope(z.array(VersionEntry)),
    },
  },
  access: readingVersions,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { stateId: '13' }, query: { sessionId: 1301 } },
});

export const getLegislationDaysVersion = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/get-legislationDays/{stateId}/versions/{version}',
  summary: 'Get a version of the legislation days',
  params: stateParams.extend({ version: z.coerce.number().int().min(1).max(999_999) }),
  query: z.object({ sessionId: sessionIdFilter }),
  responses: {
    200: {
      description: 'The version, and the days and deadlines that it moved.',
      body: successEnvelope(
        z
          .strictObject({ ...sessionFields, ...mapFields, effect: Effect })
          .meta({ id: 'LegislationDaysVersion' }),
      ),
    },
  },
  access: readingVersions,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { stateId: '13', version: '1' }, query: { sessionId: 1301 } },
});
