// Sessions of legislatures that a tenant adds or corrects, besides the built-in and the imported ones.
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalInteger } from '../../../shared/http/lenient.ts';
import { sessionClassifications } from '../../../shared/legislature/sessions/session.ts';
import { variantReasons } from '../../../shared/legislature/sessions/session-variants.ts';
import { successEnvelope } from '../envelopes.ts';

const name = z.string().trim().min(1).max(200).meta({ example: '2025 Second Special Session' });
const identifier = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/[\p{L}\p{N}]/u, 'a letter or a digit')
  .meta({
    description: 'The identifier of the session in public data sets; it never changes.',
    example: '2025S2',
  });
const classification = z.enum(sessionClassifications);
const day = z.iso.date();

const Session = z
  .strictObject({
    id: z
      .int()
      .meta({ description: 'Below 10000 for a session that is built into the platform.', example: 10001 }),
    stateId: z.int().meta({ description: 'FIPS code; 0 is the Congress of the United States.', example: 53 }),
    identifier: z.string(),
    name: z.string(),
    classification,
    startYear: z.int().optional().meta({
      description: 'The first year of the session, where a source gives it besides the name.',
      example: 2025,
    }),
    endYear: z.int().optional().meta({ description: 'The last year, likewise.', example: 2026 }),
    startDate: z.iso.date().optional().meta({ description: 'The first day, in the time zone of the state.' }),
    endDate: z.iso.date().optional().meta({ description: 'The last day, inclusive.' }),
  })
  .meta({ id: 'LegislativeSession' });

const fields = {
  classification: classification.nullish().meta({ description: 'primary by default.' }),
  startDate: day.nullish(),
  endDate: day.nullish(),
};

const SessionRequest = z
  .object({
    stateId: z.int().min(0).max(99).meta({ example: 53 }),
    identifier,
    name,
    ...fields,
  })
  .meta({ id: 'LegislativeSessionRequest' });
export type SessionInput = z.output<typeof SessionRequest>;

const SessionUpdateRequest = z
  .object({
    stateId: z.int().nullish().meta({ description: 'As it is; another value is refused.' }),
    identifier: z.string().nullish().meta({ description: 'As it is; another value is refused.' }),
    name: name.nullish(),
    ...fields,
  })
  .meta({
    id: 'LegislativeSessionChange',
    description: 'Only the fields that are sent are changed; null removes a date.',
  });
export type SessionUpdateInput = z.output<typeof SessionUpdateRequest>;

const byId = z.object({ id: z.coerce.number().int().min(1).meta({ description: 'The id of the session.' }) });
const shared = { area: 'billtracking', tags: ['Dropdown Reference Data'] } as const;
const writing = { permission: 'billtracking.reference.write', token: 'tenant' } as const;

export const createSession = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/session',
  summary: 'Create a session of a legislature',
  body: SessionRequest,
  responses: {
    201: {
      description: 'The session.',
      body: successEnvelope(Session),
      headers: { Location: 'The URL of the session.' },
    },
  },
  refuses: ['ALREADY_EXISTS'],
  access: writing,
  budget: { roundTrips: 6, readUnits: 7, writeUnits: 16 },
  example: {
    body: {
      stateId: 53,
      identifier: '2025S1',
      name: '2025 First Special Session',
      classification: 'special',
      startDate: '2025-11-03',
    },
  },
});

export const getSession = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/session/{id}',
  summary: 'Get a session of a legislature',
  params: byId,
  responses: { 200: { description: 'The session.', body: successEnvelope(Session) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.reference.read', token: 'tenant' },
  budget: { roundTrips: 3, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{sessionId}}' } },
});

export const updateSession = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/1.0/session/{id}',
  summary: 'Update a session of a legislature',
  description:
    'State and identifier cannot change: another value than the present one is refused. A built-in session may be updated too, for this tenant only; later versions of the platform do not undo it. A new name reaches the bills of the session within minutes. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: SessionUpdateRequest,
  responses: { 200: { description: 'The updated session.', body: successEnvelope(Session) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writing,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example: { params: { id: '{{sessionId}}' }, body: { endDate: '2026-03-12' } },
});

export const listDuplicateSessions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/session/duplicates',
  summary: 'List sessions that may be duplicates',
  description:
    'Pairs of sessions of one state that an import would take for one, each with the reason: they have the same name, cover the same years, begin in the same year, the years of one are within those of the other, or they are of the same legislature. The one that stays when they are merged comes first.',
  query: z.object({
    stateId: optionalInteger(0, 99).meta({ description: 'All states by default.' }),
  }),
  responses: {
    200: {
      description: 'The pairs.',
      body: successEnvelope(
        z.array(
          z
            .strictObject({ session: Session, duplicate: Session, reason: z.enum(variantReasons) })
            .meta({ id: 'DuplicateSessions' }),
        ),
      ),
    },
  },
  access: { ...writing, token: 'as writing' },
  budget: { roundTrips: 3, readUnits: 8, writeUnits: 2 },
  example: { query: { stateId: 31 } },
});

export const mergeSession = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/session/{id}/merge',
  summary: 'Merge a duplicate session into a session',
  description:
    'The bills, events, legislation days and reports of the duplicate become those of the session within minutes; its identifiers name the session from now on, also for imports, and its id stands for it. Of a bill that both have, the one that is tracked stays with its id, with the notes, analyses and events of the other one. Refused while a bill is tracked in both, with the list of them, while both have different legislation days, and when the duplicate is a built-in session. Repeating the request continues an interrupted merge; after its end the status is UNCHANGED.',
  params: byId,
  body: z
    .object({
      sessionId: z.int().min(1).meta({ description: 'The duplicate, which goes.', example: 10_002 }),
    })
    .meta({ id: 'SessionMergeRequest' }),
  responses: {
    200: {
      description: 'The session that stays.',
      body: successEnvelope(
        z
          .strictObject({
            session: Session,
            mergedSessionId: z.int(),
            status: z.enum(['STARTED', 'CONTINUED', 'UNCHANGED']),
          })
          .meta({ id: 'SessionMerge' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { ...writing, token: 'required' },
  budget: { roundTrips: 12, readUnits: 30, writeUnits: 9 },
  example: { params: { id: '{{importedSessionId}}' }, body: { sessionId: '{{duplicateSessionId}}' } },
});
