// Who is and was in a committee (docs/interface/crm.md#members-of-committees).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { oneOfOrFirst } from '../../../../shared/lists/query.ts';
import { wholeListQuery, wholeListSchema } from '../whole-list.ts';
import {
  CommitteeMember,
  CommitteeMemberFieldsRequest,
  CommitteeMemberRequest,
  EndMembershipRequest,
  TermsServed,
  VoidMembershipRequest,
} from './schemas.ts';

const shared = { area: 'crm', tags: ['Committees'] } as const;
const reading = { ...shared, access: { permission: 'crm.committees.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.committees.write', token: 'required' } } as const;
const committeeId = z.guid().meta({ description: 'The id of the committee.' });
const byId = z.object({
  committeeId,
  membershipId: z.guid().meta({ description: 'The id of the membership.' }),
});
const membership = { description: 'The membership.', body: CommitteeMember };
const example = { params: { committeeId: '{{committeeId}}', membershipId: '{{membershipId}}' } };
const onlyInWhole = 'Send the ETag as If-Match to prevent lost updates.';

export const saveCommitteeMember = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/savecommitteemember',
  summary: 'Add a member to a committee',
  description:
    'Gives a person a position for a term. Several positions, and several terms in each, are several memberships. An exclusive position that somebody else holds at that time is refused with the name of the holder and the dates, unless both memberships share it.',
  body: CommitteeMemberRequest,
  responses: { 201: { ...membership, headers: { Location: 'The URL of the membership.' } } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 14 },
  example: {
    body: {
      committeeId: '{{committeeId}}',
      personId: '{{personId}}',
      positionId: '{{committeePositionId}}',
    },
  },
});

export const listCommitteeMembers = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/members',
  summary: 'List the members of a committee',
  description: 'By the rank of their positions, then by name; the terms of a person by their start.',
  params: z.object({ committeeId }),
  query: wholeListQuery({
    status: oneOfOrFirst(['current', 'past', 'future', 'all']).meta({
      description: 'Which memberships are listed, as of today.',
      example: 'current',
    }),
    includeVoided: optionalBoolean().meta({ description: 'Includes memberships that were voided.' }),
  }),
  responses: {
    200: {
      description: 'A page of memberships.',
      body: wholeListSchema(CommitteeMember).meta({ id: 'CommitteeMemberPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 14 },
  example: { params: { committeeId: '{{committeeId}}' }, query: { status: 'all' } },
});

export const getCommitteeMember = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/members/{membershipId}',
  summary: 'Get a membership of a committee',
  description: 'Voided memberships are found, too.',
  params: byId,
  responses: { 200: membership },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 10 },
  example,
});

export const patchCommitteeMember = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/committee/{committeeId}/members/{membershipId}',
  summary: 'Change the term of a membership',
  description: `Changes the fields that are sent; null removes a field. Another person or position is another membership: end or void this one and add that. ${onlyInWhole}`,
  params: byId,
  body: CommitteeMemberFieldsRequest,
  responses: { 200: membership },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 7 },
  example: { ...example, body: { startDate: '2025-01-01' } },
});

export const endCommitteeMember = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/members/{membershipId}/End',
  summary: 'End a membership of a committee',
  description: `The membership is no longer true after its last day. One that was never true is voided instead. ${onlyInWhole}`,
  params: byId,
  body: EndMembershipRequest,
  responses: { 200: membership },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 7 },
  example: { ...example, body: { reason: 'Moved to another county.' } },
});

export const voidCommitteeMember = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/committee/{committeeId}/members/{membershipId}/Void',
  summary: 'Void a membership of a committee',
  description: `The membership was never true: it leaves rosters of all days, counts of terms and the quorum, and stays stored with the reason. One that is over is ended instead. ${onlyInWhole}`,
  params: byId,
  body: VoidMembershipRequest,
  responses: { 200: membership },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 12, writeUnits: 7 },
  example: {
    params: { ...example.params, membershipId: '{{formerMembershipId}}' },
    body: { reason: 'Entered for the wrong person.' },
  },
});

export const listTermsOfPerson = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/people/{id}/Committees',
  summary: 'List the committees of a person',
  description:
    'All terms of a person in committees, the latest first, and how many of them the person served in each position.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: {
    200: {
      description: 'The memberships and the terms served.',
      body: z
        .strictObject({
          personId: z.uuid(),
          memberships: z.array(
            CommitteeMember.extend({ committeeName: z.string().nullable() }).meta({
              id: 'MembershipOfPerson',
            }),
          ),
          termsServed: z.array(TermsServed),
        })
        .meta({ id: 'PersonCommittees' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { id: '{{committeeMemberId}}' } },
});
