// The reference lists that forms choose from: states, sessions, committees, bill types and users
// (docs/interface/billtracking.md#reference-lists).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalInteger } from '../../../shared/http/lenient.ts';
import { billClassifications } from '../../../shared/legislature/bill-types.ts';
import { sessionClassifications } from '../../../shared/legislature/session.ts';
import { successEnvelope } from '../envelopes.ts';

/** What callers of every drop-down list read (docs/interface/billtracking.md#reference-lists). */
const choiceFields = {
  value: z.int().meta({ description: 'The same as id.' }),
  text: z.string().meta({ description: 'What a form shows.' }),
};

const chamber = z.enum(['upper', 'lower', 'legislature']);
const stateId = z
  .int()
  .meta({ description: 'FIPS code; 0 is the Congress of the United States.', example: 53 });

const StateChoice = z
  .strictObject({
    id: stateId,
    ...choiceFields,
    name: z.string(),
    abbreviation: z.string().meta({ example: 'WA' }),
    fips: z.string().meta({ description: 'Two digits; none for the Congress.', example: '53' }).optional(),
    kind: z.enum(['state', 'district', 'territory', 'federal']),
    timeZone: z.string().meta({ example: 'America/Los_Angeles' }),
    chambers: z.array(z.strictObject({ type: chamber, name: z.string(), seats: z.int() })),
  })
  .meta({ id: 'StateChoice' });

const SessionChoice = z
  .strictObject({
    id: z.int(),
    ...choiceFields,
    stateId,
    state: z.string().meta({ example: 'WA' }),
    identifier: z.string().meta({ example: '2025-2026' }),
    name: z.string(),
    classification: z.enum(sessionClassifications),
    startDate: z.iso.date().optional(),
    endDate: z.iso.date().optional(),
  })
  .meta({ id: 'SessionChoice' });

const CommitteeChoice = z
  .strictObject({
    id: z.int(),
    ...choiceFields,
    stateId,
    state: z.string(),
    committeeId: z.uuid().meta({ description: 'The committee in the directory, as area B knows it.' }),
    name: z.string(),
    chamber: chamber.optional(),
    classification: z.string().optional().meta({ example: 'subcommittee' }),
    parentId: z.int().optional().meta({ description: 'The committee that this one is a part of.' }),
  })
  .meta({ id: 'CommitteeChoice' });

const BillTypeChoice = z
  .strictObject({
    id: z.int(),
    ...choiceFields,
    abbreviation: z.string().meta({ example: 'HB' }),
    name: z.string(),
    classification: z.enum(billClassifications),
    chamber: chamber.optional(),
    stateIds: z.array(z.int()).optional().meta({ description: 'Who uses it; absent for the common types.' }),
  })
  .meta({ id: 'BillTypeChoice' });

const UserChoice = z
  .strictObject({
    id: z.string(),
    value: z.string().meta({ description: 'The same as id.' }),
    text: choiceFields.text,
    fullName: z.string(),
    email: z.string().optional(),
    personId: z.uuid().optional().meta({ description: 'The person of the directory that the user is.' }),
  })
  .meta({ id: 'UserChoice' });

const stateIdFilter = optionalInteger(0, 99).meta({
  description: 'Of this state only, by FIPS code; 0 is the Congress of the United States.',
  example: 53,
});
const sessionIdFilter = optionalInteger(1).meta({
  description: 'Of the state of this session only.',
  example: 5301,
});

const shared = {
  area: 'billtracking',
  method: 'GET',
  tags: ['Dropdown Reference Data'],
  access: { permission: 'billtracking.reference.read', token: 'tenant' },
} as const;

const listResponse = <S extends z.ZodType>(entry: S, description: string) => ({
  200: { description, body: successEnvelope(z.array(entry)) },
});

export const listStateChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/states',
  summary: 'States by name, with time zone and chambers',
  query: z.object({
    includeFederal: optionalBoolean().meta({
      description: 'Whether the Congress of the United States stands among them.',
    }),
  }),
  responses: listResponse(StateChoice, 'The fifty states, the District of Columbia and Puerto Rico.'),
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 2 },
  example: {},
});

export const listSessionChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/sessions',
  summary: 'Sessions by state and name',
  query: z.object({ stateId: stateIdFilter, sessionId: sessionIdFilter }),
  responses: listResponse(
    SessionChoice,
    'Shipped sessions and the tenant’s own; the latest of a state first.',
  ),
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listCommitteeChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/committees',
  summary: 'Legislative committees by name',
  query: z.object({
    stateId: stateIdFilter,
    sessionId: sessionIdFilter,
    chamber: z
      .preprocess((sent) => (sent === '' ? undefined : sent), chamber.optional())
      .optional()
      .meta({ description: 'Of this chamber only; `legislature` are joint ones.' }),
  }),
  responses: listResponse(CommitteeChoice, 'The committees that are active.'),
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listBillTypeChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/billtypes',
  summary: 'Types of bills by name',
  query: z.object({ stateId: stateIdFilter, sessionId: sessionIdFilter }),
  responses: listResponse(BillTypeChoice, 'All types, or those that a legislature uses.'),
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listUserChoices = endpoint({
  ...shared,
  access: { ...shared.access, token: 'as writing' },
  path: '/api/1.0/dropdown/users',
  summary: 'The users of the tenant by name',
  description: 'Those who may sign in. Roles and everything secret stay with area C.',
  responses: listResponse(UserChoice, 'The users.'),
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 2 },
  example: {},
});
