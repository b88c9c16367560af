// Batches: up to 500 people or organizations in one request, which can be undone (docs/interface/crm.md#batches).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { Batch, BatchResult, BatchUndo, OrganizationsBatchRequest, PeopleBatchRequest } from './schemas.ts';

const shared = { area: 'crm', tags: ['Batches'] } as const;
/** Whoever may write the records of a batch may read and undo it; the handlers decide. */
const own = {
  ...shared,
  access: { permission: 'own', others: 'crm.people.write', token: 'required' },
} as const;

const byId = z.object({ id: z.guid().meta({ description: 'The id of the batch.' }) });

const writing = {
  ...shared,
  responses: { 200: { description: 'The result of each row.', body: BatchResult } },
  ifMatch: 'ignored',
  dryRun: 'verdicts',
  budget: { roundTrips: 10, readUnits: 10, writeUnits: 48 },
} as const;

export const writePeopleInBatch = endpoint({
  ...writing,
  access: { permission: 'crm.people.write', token: 'required' },
  also: ['crm.emails.read'],
  method: 'POST',
  path: '/api/v1/Batches/People',
  summary: 'Write up to 500 people',
  description:
    'Creates, updates, upserts or deactivates people. Each row has its own result; rows do not affect each other. With validateOnly the results are those that the rows would have. Send an Idempotency-Key: an interrupted request that is repeated with it continues where it stopped.',
  body: PeopleBatchRequest,
  example: {
    body: {
      operation: 'upsert',
      key: 'email',
      rows: [
        {
          email: 'ottilie.vance@rivertown.example',
          firstName: 'Ottilie',
          lastName: 'Vance',
          title: 'Treasurer',
          organizationId: '{{organizationId}}',
        },
      ],
    },
  },
});

export const writeOrganizationsInBatch = endpoint({
  ...writing,
  access: { permission: 'crm.organizations.write', token: 'required' },
  method: 'POST',
  path: '/api/v1/Batches/Organizations',
  summary: 'Write up to 500 organizations',
  description:
    'Creates, updates, upserts or deactivates organizations. Each row has its own result; a row may name an organization above it (parentId) that an earlier batch created, and one that would be below itself is refused. With validateOnly the results are those that the rows would have. Send an Idempotency-Key: an interrupted request that is repeated with it continues where it stopped.',
  body: OrganizationsBatchRequest,
  budget: { roundTrips: 11, readUnits: 15, writeUnits: 38 },
  example: {
    body: {
      operation: 'upsert',
      key: 'externalId',
      keyName: 'membership-system',
      rows: [{ keyValue: 'O-77', name: 'Rivertown Water', type: 'Utility', parentId: '{{organizationId}}' }],
    },
  },
});

export const getBatch = endpoint({
  ...own,
  also: ['crm.organizations.write'],
  method: 'GET',
  path: '/api/v1/Batches/{id}',
  summary: 'Get a batch with the result of each row',
  description:
    'Batches are stored for 7 days. The reasons of refused rows repeat what was sent, and only the sender of the batch gets them.',
  params: byId,
  responses: { 200: { description: 'The batch.', body: Batch } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { id: '{{batchId}}' } },
});

export const undoBatch = endpoint({
  ...own,
  also: ['crm.organizations.write'],
  method: 'POST',
  path: '/api/v1/Batches/{id}/Undo',
  summary: 'Undo a batch',
  description:
    'Within 7 days. Changed records get their former content back, and created ones are deactivated. What was changed since the batch stays as it is, and so does an organization that has no place below its former parent any more; the result says so. An interrupted undo can be sent again.',
  params: byId,
  responses: { 200: { description: 'What was undone, and what was not.', body: BatchUndo } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  dryRun: 'verdicts',
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 4 },
  example: { params: { id: '{{batchId}}' } },
});
