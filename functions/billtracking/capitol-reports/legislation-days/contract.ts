// Legislation days of a state's session: the map from legislative day to date, saved as a whole
// (docs/interface/billtracking.md#legislation-days).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalInteger } from '../../../../shared/http/lenient.ts';
import { filterDate, successEnvelope } from '../../envelopes.ts';
import { sittings } from './day-calculations.ts';
import { deadlines } from './legislation-days.ts';

const dayNumber = z.int().min(1).max(400);

const NumberedDay = z.strictObject({ legislativeDay: z.int(), date: z.iso.date() });

const DayOfDate = z
  .strictObject({
    date: z.iso.date(),
    sitting: z
      .enum(sittings)
      .meta({ description: 'NOT_MAPPED: the map is partial and does not reach the date.' }),
    legislativeDay: z.int().nullable().meta({ description: 'Its number, when it is a legislative day.' }),
    daysBegun: z.int().optional().meta({ description: 'Legislative days that had begun by then.' }),
    next: NumberedDay.optional().meta({
      description: 'The first legislative day after it, as far as mapped.',
    }),
  })
  .meta({ id: 'DayOfDate', description: 'What a date is in a session.' });

const DaysLeft = z
  .strictObject({
    legislativeDay: z.int(),
    date: z.iso.date().optional(),
    legislativeDaysLeft: z
      .int()
      .optional()
      .meta({ description: 'Still to come, the day of the deadline included; 0 on it and after it.' }),
    calendarDaysLeft: z.int().optional(),
    hasPassed: z.boolean().optional(),
  })
  .meta({
    id: 'DaysLeft',
    description: 'What is left until a deadline; absent is what the map does not tell.',
  });

const MappedDay = z
  .strictObject({
    legislativeDay: z.int().nullable().meta({ description: 'Null in adjournment.' }),
    date: z.iso.date(),
    note: z.string().optional(),
  })
  .meta({ id: 'LegislationDay' });

const SavedBy = z.strictObject({ name: z.string(), personId: z.uuid().optional() });

const sessionFields = {
  stateId: z.int(),
  state: z.string().meta({ example: 'GA' }),
  sessionId: z.int(),
  session: z.string().meta({ example: '2025 Regular Session' }),
  timeZone: z.string(),
};
const mapFields = {
  instrument: z.string().optional().meta({ description: 'What set the days.', example: 'SR 6 (2025)' }),
  isComplete: z.boolean(),
  crossoverDay: z.int().optional(),
  sineDieDay: z.int().optional(),
  days: z.array(MappedDay),
  version: z.int().meta({ description: '0 while none was saved.' }),
  savedAt: z.iso.datetime().optional(),
  savedBy: SavedBy.optional(),
};

const LegislationDays = z
  .strictObject({
    ...sessionFields,
    ...mapFields,
    today: DayOfDate,
    daysLeft: z.strictObject({ crossover: DaysLeft.optional(), sineDie: DaysLeft.optional() }),
    dayOfDate: DayOfDate.optional().meta({ description: 'When a date was asked for.' }),
    dateOfDay: z
      .strictObject({ legislativeDay: z.int(), date: z.iso.date().nullable() })
      .optional()
      .meta({ description: 'When a legislative day was asked for; null where the map does not tell.' }),
  })
  .meta({ id: 'LegislationDays' });

const DeadlineDate = z.strictObject({ legislativeDay: z.int(), date: z.iso.date().optional() });
const MovedDeadline = z
  .strictObject({
    deadline: z.enum(deadlines),
    before: DeadlineDate.optional(),
    after: DeadlineDate.optional(),
    calendarDays: z.int().optional().meta({ description: 'By which it moves; later is positive.' }),
  })
  .meta({ id: 'MovedDeadline' });
const Effect = z
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
  .meta({ id: 'LegislationDaysEffect', description: 'What a version moves against the one before it.' });

const VersionEntry = z
  .strictObject({
    version: z.int(),
    instrument: z.string().optional(),
    isComplete: z.boolean(),
    firstDay: NumberedDay.optional(),
    lastDay: NumberedDay.optional(),
    savedAt: z.iso.datetime(),
    savedBy: SavedBy.optional(),
    deadlines: z.array(MovedDeadline).meta({ description: 'The deadlines it moved.' }),
    daysMoved: z.int(),
    daysAdded: z.int(),
  })
  .meta({ id: 'LegislationDaysVersionEntry' });

const SaveRequest = z
  .object({
    sessionId: optionalInteger(1).meta({
      description: 'The state’s current session unless told.',
      example: 1301,
    }),
    session: z.string().trim().max(200).nullish().meta({ description: 'The session by name, instead.' }),
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
      .meta({ description: 'Whether every legislative day of the session is there; false unless told.' }),
    crossoverDay: dayNumber.nullish().meta({ example: 28 }),
    sineDieDay: dayNumber.nullish().meta({ example: 40 }),
  })
  .meta({ id: 'LegislationDaysRequest', description: 'It replaces the map as a whole.' });
export type LegislationDaysInput = z.output<typeof SaveRequest>;

const stateParams = z.object({
  stateId: z.coerce.number().int().min(0).max(99).meta({ description: 'FIPS code.', example: 13 }),
});
const sessionIdFilter = optionalInteger(1).meta({ description: 'The state’s current session unless told.' });
const shared = { area: 'billtracking', tags: ['Capitol Reports'], refuses: ['RESOURCE_NOT_FOUND'] } as const;
const reading = { permission: 'billtracking.reference.read', token: 'tenant' } as const;

export const getLegislationDays = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/get-legislationDays/{stateId}',
  summary: 'Get the legislation days of a session',
  description: 'Today is reckoned in the time zone of the state. Dates are the state’s own.',
  params: stateParams,
  query: z.object({
    sessionId: sessionIdFilter,
    date: filterDate().meta({ description: 'Tell which legislative day this date is.' }),
    legislativeDay: optionalInteger(1, 400).meta({ description: 'Tell on which date this day falls.' }),
  }),
  responses: {
    200: {
      description: 'The map, with version 0 when none was saved.',
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
  summary: 'Save the legislation days of a session as a whole',
  description:
    'Numbers and dates grow strictly and together; no number is left out. A map of some of the days may begin after 1. Earlier versions are kept; the same map again is no new version. Send the ETag as If-Match so that nobody is overwritten.',
  params: stateParams,
  query: z.object({ sessionId: sessionIdFilter }),
  body: SaveRequest,
  responses: {
    200: {
      description: 'The map as it is now, and what it moves.',
      body: successEnvelope(LegislationDays.extend({ effect: Effect }).meta({ id: 'SavedLegislationDays' })),
    },
  },
  access: { permission: 'billtracking.reference.write', token: 'tenant' },
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 8 },
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
  summary: 'List the versions of the legislation days, the latest first',
  params: stateParams,
  query: z.object({ sessionId: sessionIdFilter }),
  responses: {
    200: { description: 'Each with the deadlines it moved.', body: successEnvelope(z.array(VersionEntry)) },
  },
  access: reading,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { stateId: '13' }, query: { sessionId: 1301 } },
});

export const getLegislationDaysVersion = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/get-legislationDays/{stateId}/versions/{version}',
  summary: 'Get one version of the legislation days, with what it moved',
  params: stateParams.extend({ version: z.coerce.number().int().min(1).max(999_999) }),
  query: z.object({ sessionId: sessionIdFilter }),
  responses: {
    200: {
      description: 'The version.',
      body: successEnvelope(
        z
          .strictObject({ ...sessionFields, ...mapFields, effect: Effect })
          .meta({ id: 'LegislationDaysVersion' }),
      ),
    },
  },
  access: reading,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { stateId: '13', version: '1' }, query: { sessionId: 1301 } },
});
