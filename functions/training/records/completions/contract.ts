// Course completions: recorded manually and by attendance; voided, never deleted.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reference, VoidRequest } from '../training-record/entry-schemas.ts';
import { Completion, CompletionRequest } from './schemas.ts';

const byId = z.object({
  personId: reference.meta({ description: 'The id of the person.' }),
  id: reference.meta({ description: 'The id of the completion.' }),
});

const shared = { area: 'training', tags: ['Credits'] } as const;
const writeAccess = { permission: 'training.credits.write', token: 'tenant' } as const;
const ownAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;

export const recordCompletion = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Completions',
  summary: 'Record that a person completed a course',
  description:
    'Once for a person, course and day; 409 when such a completion is recorded and was not voided. With grantCredits the credits of the course are granted in the same transaction; 422 when the course gave the person credits within its period, unless an administrator overrides the rule.',
  body: CompletionRequest,
  responses: {
    201: {
      description: 'The completion.',
      body: Completion,
      headers: { Location: 'The address of the completion.' },
    },
  },
  refuses: ['CONFLICT', 'NOT_ELIGIBLE'],
  access: writeAccess,
  also: ['OverrideRegistration'],
  budget: { roundTrips: 9, readUnits: 12, writeUnits: 30 },
  example: {
    body: {
      personId: '{{personId}}',
      courseId: '{{courseId}}',
      note: 'Taken at the state academy.',
      grantCredits: true,
    },
  },
});

export const getCompletion = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Completions/{id}',
  summary: 'Get a course completion of a person',
  params: byId,
  responses: { 200: { description: 'The completion.', body: Completion } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: { personId: '{{personId}}', id: '{{completionId}}' } },
});

export const voidCompletion = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/People/{personId}/Completions/{id}/Void',
  summary: 'Void a course completion with a reason',
  params: byId,
  body: VoidRequest,
  responses: { 200: { description: 'The voided completion.', body: Completion } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: {
    params: { personId: '{{personId}}', id: '{{completionId}}' },
    body: { reason: 'Attended the first day only.' },
  },
});
