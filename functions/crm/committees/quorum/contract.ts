// How many voting members a meeting of a committee needs (docs/interface/crm.md#quorum).
import * as z from 'zod';
import { Committee } from '../../../../shared/directory/committees/committee.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalInteger, optionalOrBlank } from '../../../../shared/http/lenient.ts';

export const CommitteeQuorum = z
  .strictObject({
    date: z.iso.date(),
    votingMembers: z.int().meta({
      description: 'The people in voting positions on that day, everybody once. Vacant seats are none.',
    }),
    required: z.int().meta({ description: 'How many of them a meeting needs.' }),
    rule: Committee.shape.quorum,
  })
  .meta({ id: 'CommitteeQuorum', description: 'The quorum of a committee on a day.' });

export const getCommitteeQuorum = endpoint({
  area: 'crm',
  tags: ['Committees'],
  access: { permission: 'crm.committees.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/committee/{committeeId}/Quorum',
  summary: 'Get the quorum of a committee',
  description:
    'On a day, today by default: how many voting members a meeting needs, and whether so many are enough.',
  params: z.object({ committeeId: z.guid().meta({ description: 'The id of the committee.' }) }),
  query: z.object({
    date: optionalOrBlank(z.iso.date()).meta({
      description: 'The day of the meeting.',
      example: '2026-01-15',
    }),
    present: optionalInteger(0, 100_000).meta({
      description: 'The number of voting members who are present.',
      example: 3,
    }),
  }),
  responses: {
    200: {
      description: 'The quorum.',
      body: CommitteeQuorum.extend({
        isMet: z.boolean().nullable().meta({ description: 'Whether present is enough; null without it.' }),
      }).meta({ id: 'CommitteeQuorumReply' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 12 },
  example: { params: { committeeId: '{{committeeId}}' }, query: { present: 3 } },
});
