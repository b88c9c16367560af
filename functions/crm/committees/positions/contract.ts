// The positions that members of committees hold (docs/interface/crm.md#positions-of-committees).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalInteger } from '../../../../shared/http/lenient.ts';
import { choosing, creating, getting, listing, updating } from '../definitions/endpoints.ts';
import { wholeListSchema } from '../whole-list.ts';

const MAX_RANK = 10_000;

const CommitteePosition = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Chair' }),
    rank: z.int().meta({ description: 'The order of positions in rosters: 1 comes first.', example: 1 }),
    isExclusive: z.boolean().meta({
      description: 'Whether one person at a time holds it in a committee, unless it is shared (co-chair).',
    }),
    isVoting: z.boolean().meta({ description: 'Whether it counts for the quorum.' }),
    committeeTypes: z.array(z.string()).meta({
      description: 'The types of committee that have the position; empty for all committees.',
      example: ['Standing'],
    }),
    ...auditFields,
  })
  .meta({ id: 'CommitteePosition', description: 'A position that members of committees hold.' });

const CommitteePositionRequest = z
  .object({
    name: z.string().trim().min(1).max(90).meta({ example: 'Chair' }),
    rank: optionalInteger(1, MAX_RANK).meta({
      description: 'The order in rosters, 1 first; by default after all others.',
      example: 1,
    }),
    isExclusive: optionalBoolean().meta({
      description:
        'Whether one person at a time holds it in a committee. Memberships that overlap already stay. Default: false.',
    }),
    isVoting: optionalBoolean().meta({ description: 'Whether it counts for the quorum. Default: true.' }),
    committeeTypes: z
      .array(z.string().trim().min(1).max(50))
      .max(50)
      .nullish()
      .meta({
        description: 'The types of committee that have the position; all by default.',
        example: ['Standing'],
      }),
    isActive: optionalBoolean().meta({
      description:
        'false: the position stays with its holders, and nobody is given it any more. Default: true.',
    }),
  })
  .refine(({ name, isExclusive }) => !isExclusive || !/^co[-\s]/i.test(name), {
    path: ['isExclusive'],
    message:
      'A position whose name begins with "co-" is held by several people. Make the position itself exclusive, and send isShared with its memberships.',
  })
  .meta({ id: 'CommitteePositionRequest' });
export type CommitteePositionInput = z.output<typeof CommitteePositionRequest>;

const byId = z.object({ positionId: z.guid().meta({ description: 'The id of the position.' }) });
const position = { description: 'The position.', body: CommitteePosition };
const example = { params: { positionId: '{{committeePositionId}}' } };

export const listCommitteePositions = endpoint({
  ...listing,
  path: '/api/v1/CommitteePositions',
  summary: 'List the positions of committees',
  description: 'By rank, then by name.',
  responses: {
    200: {
      description: 'A page of positions.',
      body: wholeListSchema(CommitteePosition).meta({ id: 'CommitteePositionPage' }),
    },
  },
});

export const listOrganizationPositionsLite = endpoint({
  ...choosing,
  path: '/api/v1/Organization/GetAllOrganizationPositionsLite/{date}',
  summary: 'List positions to choose from',
  description: 'The active positions of committees, by rank. People are filtered by their ids (positions).',
});

export const createCommitteePosition = endpoint({
  ...creating,
  path: '/api/v1/CommitteePositions',
  summary: 'Create a position of committees',
  body: CommitteePositionRequest,
  responses: { 201: { ...position, headers: { Location: 'The URL of the position.' } } },
  example: { body: { name: 'Treasurer', rank: 30, isExclusive: true } },
});

export const getCommitteePosition = endpoint({
  ...getting,
  path: '/api/v1/CommitteePositions/{positionId}',
  summary: 'Get a position of committees',
  params: byId,
  responses: { 200: position },
  example,
});

export const updateCommitteePosition = endpoint({
  ...updating,
  path: '/api/v1/CommitteePositions/{positionId}',
  summary: 'Update a position of committees',
  params: byId,
  body: CommitteePositionRequest,
  responses: { 200: position },
  example: { ...example, body: { name: 'Committee Member', rank: 30 } },
});
