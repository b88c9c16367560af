// Committees of the association and of legislatures (docs/interface/crm.md#committees).
import * as z from 'zod';
import { Committee } from '../../../shared/directory/committees/committee.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { pagingBody, searchPageSchema } from '../lists/list.ts';
import { CommitteeFieldsRequest, CommitteeRequest } from './schemas.ts';

const shared = { area: 'crm', tags: ['Committees'] } as const;
const reading = { ...shared, access: { permission: 'crm.committees.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.committees.write', token: 'required' } } as const;
const byId = z.object({ committeeId: z.guid().meta({ description: 'The id of the committee.' }) });
const committee = { description: 'The committee.', body: Committee };
const example = { params: { committeeId: '{{committeeId}}' } };

export const listCommitteesPage = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/v1/committee/CommiteePagingList',
  repeatable: true,
  summary: 'List committees by page or search',
  description:
    'Without searchText every page of committees by name, with the exact total. With searchText the committees found by all of their names, in the way of Search people.',
  body: pagingBody,
  responses: {
    200: {
      description: 'A page of committees.',
      body: searchPageSchema(Committee).meta({ id: 'CommitteePage' }),
    },
  },
  budget: { roundTrips: 6, readUnits: 25 },
  example: { body: { pageIndex: 0, pageSize: 5, filter: { searchText: '' } } },
});

export const getCommittee = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/committee/get/{committeeId}',
  summary: 'Get a committee',
  params: byId,
  responses: { 200: committee },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const createCommittee = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/createcommittee',
  summary: 'Create a committee',
  description: 'The committee belongs to the association; those of legislatures are imported.',
  body: CommitteeRequest,
  responses: { 201: { ...committee, headers: { Location: 'The URL of the committee.' } } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 8, readUnits: 12, writeUnits: 14 },
  example: {
    body: {
      name: 'Convention Committee',
      description: 'Prepares the annual convention.',
      organizationId: '{{organizationId}}',
    },
  },
});

export const updateCommittee = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/committee/{committeeId}',
  summary: 'Update a committee',
  description:
    'Replaces the fields of the committee: those that are not sent are removed. Another parentId makes it a part of another committee, with everything below it. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: CommitteeRequest,
  responses: { 200: committee },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 4 },
  example: { ...example, body: { name: 'Legislative Committee' } },
});

export const patchCommittee = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/committee/{committeeId}',
  summary: 'Change fields of a committee',
  description:
    'Changes the fields that are sent (RFC 7396): null removes a field, and a list replaces the whole list. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: CommitteeFieldsRequest,
  responses: { 200: committee },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 4 },
  example: { ...example, body: { description: 'Reads every bill of the session.' } },
});

export const deactivateCommittee = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/Deactivate',
  summary: 'Deactivate a committee',
  description: 'Its memberships and subcommittees stay.',
  params: byId,
  responses: { 200: committee },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 4 },
  example,
});

export const reactivateCommittee = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/Reactivate',
  summary: 'Reactivate a committee',
  params: byId,
  responses: { 200: committee },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 4 },
  example,
});
