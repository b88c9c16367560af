// Reference lists for forms: states, sessions, committees, bill types and users
// (docs/interface/billtracking.md#reference-lists).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalInteger, optionalOrBlank } from '../../../shared/http/lenient.ts';
import { billClassifications } from '../../../shared/legislature/bill-types.ts';
import { sessionClassifications } from '../../../shared/legislature/sessions/session.ts';
import { successEnvelope } from '../envelopes.ts';

/** The fields that callers read of every drop-down list (docs/interface/billtracking.md#reference-lists). */
const choiceFields = {
  value: z.int().meta({ description: 'The same as id.' }),
  text: z.string().meta({ description: 'The text that a form displays.' }),
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
    fips: z.string().meta({ description: 'Two digits; absent for the Congress.', example: '53' }).optional(),
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
    committeeId: z.uuid().meta({ description: 'The id of the committee in the directory.' }),
    name: z.string(),
    chamber: chamber.optional(),
    classification: z.string().optional().meta({ example: 'subcommittee' }),
    parentId: z.int().optional().meta({ description: 'The committee of which this one is a subcommittee.' }),
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
    stateIds: z
      .array(z.int())
      .optional()
      .meta({ description: 'The states whose legislatures use it; absent for the common types.' }),
  })
  .meta({ id: 'BillTypeChoice' });

const UserChoice = z
  .strictObject({
    id: z.string(),
    value: z.string().meta({ description: 'The same as id.' }),
    text: choiceFields.text,
    fullName: z.string(),
    email: z.string().optional(),
    personId: z.uuid().optional().meta({ description: 'The person of the directory who is the user.' }),
  })
  .meta({ id: 'UserChoice' });

const stateIdFilter = optionalInteger(0, 99).meta({
  description: 'Returns those of this state only: FIPS code; 0 is the Congress of the United States.',
  example: 53,
});
const sessionIdFilter = optionalInteger(1).meta({
  description: 'Returns those of the state of this session only.',
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
  summary: 'List states',
  query: z.object({
    includeFederal: optionalBoolean().meta({
      description: 'Whether the Congress of the United States is included.',
    }),
  }),
  responses: listResponse(
    StateChoice,
    'The fifty states, the District of Columbia and the five territories by name, with time zone and chambers.',
  ),
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 2 },
  example: {},
});

export const listSessionChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/sessions',
  summary: 'List sessions',
  query: z.object({ stateId: stateIdFilter, sessionId: sessionIdFilter }),
  responses: listResponse(
    SessionChoice,
    'Built-in sessions and those of the tenant, by state, the latest first.',
  ),
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listCommitteeChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/committees',
  summary: 'List legislative committees',
  query: z.object({
    stateId: stateIdFilter,
    sessionId: sessionIdFilter,
    chamber: optionalOrBlank(chamber).meta({
      description: 'Returns those of this chamber only; `legislature` returns the joint committees.',
    }),
  }),
  responses: listResponse(CommitteeChoice, 'The active committees by name.'),
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listBillTypeChoices = endpoint({
  ...shared,
  path: '/api/1.0/dropdown/billtypes',
  summary: 'List bill types',
  query: z.object({ stateId: stateIdFilter, sessionId: sessionIdFilter }),
  responses: listResponse(BillTypeChoice, 'All types by name, or those that the legislature uses.'),
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example: { query: { stateId: 53 } },
});

export const listUserChoices = endpoint({
  ...shared,
  access: { ...shared.access, token: 'as writing' },
  path: '/api/1.0/dropdown/users',
  summary: 'List users',
  description: 'The users who may sign in. Roles and secrets are not returned.',
  responses: listResponse(UserChoice, 'The users by name.'),
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 2 },
  example: {},
});
