// What a course elsewhere calls while it is open: statements, its documents about the person, and their preferences
// (xAPI 1.0.3 part three; cmi5 sections 6.3, 10 and 11; docs/interface/training.md#courses-elsewhere).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { Statement, statementId } from '../record/statement-schemas.ts';

const params = z.object({ tenantCode: z.string().meta({ description: 'The tenant.' }) });
const headers = z.object({
  'X-Experience-API-Version': z
    .string()
    .regex(/^(1\.0|2\.0)(\.\d+)?$/, '1.0.x or 2.0.x (xAPI 3.3)')
    .meta({ description: 'The version of xAPI: 1.0.x or 2.0.x.', example: '1.0.3' }),
});
const shared = {
  area: 'training',
  tags: ['Courses elsewhere'],
  params,
  headers,
  access: 'public',
  ifMatch: 'ignored',
} as const;
const base = '/api/v1/Xapi/{tenantCode}';
const statementsPath = `${base}/statements` as const;
const statePath = `${base}/activities/state` as const;
const byCourse = 'By Authorization: Basic with the credential of a launch.';
const example = {
  params: { tenantCode: '{{tenantCode}}' },
  headers: {
    Authorization: 'Basic {{courseCredential}}',
    'X-Experience-API-Version': '1.0.3',
  },
} as const;
const exampleStatement = {
  id: '7f3c1f5e-0d5b-4c4e-9a58-0c1d2e3f4a5b',
  actor: {
    objectType: 'Agent',
    account: { homePage: 'https://rostrum.example.org/demo', name: '{{courseLearnerId}}' },
  },
  verb: { id: 'http://adlnet.gov/expapi/verbs/passed' },
  object: { id: 'https://courses.example.com/cyber-awareness' },
  result: { score: { scaled: 0.9 }, success: true, duration: 'PT25M' },
} as const;

export const sendStatements = endpoint({
  ...shared,
  method: 'POST',
  path: statementsPath,
  summary: 'Send statements of a course elsewhere',
  description: `${byCourse} One statement or up to 50: all are stored, or none. One that is stored already changes nothing.`,
  body: z.union([Statement, z.array(Statement).min(1).max(50)]),
  responses: { 200: { description: 'The ids of the statements, in their order.', body: z.array(z.uuid()) } },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  budget: { roundTrips: 10, readUnits: 12, writeUnits: 36 },
  example: { ...example, body: exampleStatement },
});

export const putStatement = endpoint({
  ...shared,
  method: 'PUT',
  path: statementsPath,
  summary: 'Send a statement of a course elsewhere under its id',
  description: byCourse,
  query: z.object({ statementId }),
  body: Statement,
  responses: { 204: { description: 'It is stored, once.', body: null } },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  budget: { roundTrips: 10, readUnits: 12, writeUnits: 36 },
  example: { ...example, query: { statementId: exampleStatement.id }, body: exampleStatement },
});

export const getStatement = endpoint({
  ...shared,
  method: 'GET',
  path: statementsPath,
  summary: 'Get a statement of a course elsewhere',
  description: `${byCourse} Of the launch's registration only. A voided statement is found by voidedStatementId.`,
  query: z.object({ statementId: statementId.optional(), voidedStatementId: statementId.optional() }),
  responses: {
    200: {
      description: 'The statement.',
      body: z.looseObject({ id: z.uuid() }).meta({ id: 'StoredXapiStatement' }),
    },
  },
  refuses: ['INVALID_CLIENT', 'RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 8 },
  example: { ...example, query: { statementId: '{{courseStatementId}}' } },
});

const agentText = z.string().max(2000).meta({
  description: 'The agent of the launch as JSON.',
  example: '{"account":{"homePage":"https://example.org","name":"1"}}',
});
const stateQuery = z.object({
  activityId: z.string().max(1000).meta({ description: 'The activity of the launch.' }),
  agent: agentText,
  registration: z.guid().toLowerCase().optional(),
  stateId: z.string().min(1).max(200).meta({ description: 'Such as LMS.LaunchData, or bookmark.' }),
});
const exampleState = {
  activityId: 'https://courses.example.com/cyber-awareness',
  agent: '{"account":{"homePage":"https://rostrum.example.org/demo","name":"{{courseLearnerId}}"}}',
  stateId: 'bookmark',
} as const;
const document = z.record(z.string(), z.unknown());

export const getState = endpoint({
  ...shared,
  method: 'GET',
  path: statePath,
  summary: 'Get a document of a course elsewhere about the person',
  description: `${byCourse} LMS.LaunchData is what the platform tells a cmi5 course (cmi5 10).`,
  query: stateQuery,
  responses: { 200: { description: 'The document.', body: document } },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED', 'RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 24 },
  example: { ...example, query: exampleState },
});

export const putState = endpoint({
  ...shared,
  method: 'PUT',
  path: statePath,
  summary: 'Store a document of a course elsewhere about the person',
  description: `${byCourse} A JSON object; it replaces the one with this stateId.`,
  query: stateQuery,
  body: document,
  maxBodyBytes: 65_536,
  responses: { 204: { description: 'It is stored.', body: null } },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED', 'PAYLOAD_TOO_LARGE'],
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 2 },
  example: { ...example, query: exampleState, body: { page: 4 } },
});

export const deleteState = endpoint({
  ...shared,
  method: 'DELETE',
  path: statePath,
  summary: 'Delete a document of a course elsewhere about the person',
  description: byCourse,
  query: stateQuery,
  responses: { 204: { description: 'There is none any more.', body: null } },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 8 },
  example: { ...example, query: exampleState },
});

export const getAgentProfile = endpoint({
  ...shared,
  method: 'GET',
  path: `${base}/agents/profile`,
  summary: 'Get the preferences of the person in a course elsewhere',
  description: `${byCourse} Only cmi5LearnerPreferences, which a course can’t change (cmi5 11).`,
  query: z.object({ agent: agentText, profileId: z.string().max(200) }),
  responses: {
    200: {
      description: 'The preferences.',
      body: z.strictObject({ languagePreference: z.string() }).meta({ id: 'LearnerPreferences' }),
    },
  },
  refuses: ['INVALID_CLIENT', 'PERMISSION_DENIED', 'RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 8 },
  example: {
    ...example,
    query: { agent: exampleState.agent, profileId: 'cmi5LearnerPreferences' },
  },
});

export const getXapiAbout = endpoint({
  area: 'training',
  tags: ['Courses elsewhere'],
  method: 'GET',
  path: `${base}/about`,
  summary: 'Get the versions of xAPI',
  params,
  responses: {
    200: {
      description: 'The versions.',
      body: z.strictObject({ version: z.array(z.string()) }).meta({ id: 'XapiAbout' }),
    },
  },
  access: 'public',
  budget: { roundTrips: 0, readUnits: 0 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});
