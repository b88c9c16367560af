// The terms for which members of committees are elected (docs/interface/crm.md#election-terms-and-regions).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { choosing, creating, getting, listing, updating } from '../definitions/endpoints.ts';
import { wholeListSchema } from '../whole-list.ts';

const ElectionTerm = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: '2026–2027' }),
    startDate: z.iso.date(),
    endDate: z.iso.date().meta({ description: 'The last day, inclusive.' }),
    ...auditFields,
  })
  .meta({ id: 'ElectionTerm', description: 'A term for which members of committees are elected.' });

const ElectionTermRequest = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ example: '2026–2027' }),
    startDate: z.iso.date().meta({ example: '2026-01-01' }),
    endDate: z.iso.date().meta({ description: 'The last day, inclusive.', example: '2027-12-31' }),
    isActive: optionalBoolean().meta({
      description:
        'false: the election term stays with its memberships, and is given to no new one. Default: true.',
    }),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    message: 'An election term ends on its startDate or later.',
  })
  .meta({ id: 'ElectionTermRequest' });
export type ElectionTermInput = z.output<typeof ElectionTermRequest>;

const byId = z.object({ electionTermId: z.guid().meta({ description: 'The id of the election term.' }) });
const electionTerm = { description: 'The election term.', body: ElectionTerm };
const example = { params: { electionTermId: '{{electionTermId}}' } };

export const listElectionTerms = endpoint({
  ...listing,
  path: '/api/v1/electionterm',
  summary: 'List election terms',
  description: 'The latest first.',
  responses: {
    200: {
      description: 'A page of election terms.',
      body: wholeListSchema(ElectionTerm).meta({ id: 'ElectionTermPage' }),
    },
  },
});

export const listElectionTermsForFilter = endpoint({
  ...choosing,
  path: '/api/v1/electionterm/GetAllElectionTermForFilter/{date}',
  summary: 'List election terms to choose from',
  description: 'The active ones. The latest first.',
});

export const createElectionTerm = endpoint({
  ...creating,
  path: '/api/v1/electionterm',
  summary: 'Create an election term',
  body: ElectionTermRequest,
  responses: { 201: { ...electionTerm, headers: { Location: 'The URL of the election term.' } } },
  example: { body: { name: '2028–2029', startDate: '2028-01-01', endDate: '2029-12-31' } },
});

export const getElectionTerm = endpoint({
  ...getting,
  path: '/api/v1/electionterm/{electionTermId}',
  summary: 'Get an election term',
  params: byId,
  responses: { 200: electionTerm },
  example,
});

export const updateElectionTerm = endpoint({
  ...updating,
  path: '/api/v1/electionterm/{electionTermId}',
  summary: 'Update an election term',
  params: byId,
  body: ElectionTermRequest,
  responses: { 200: electionTerm },
  example: { ...example, body: { name: '2026 and 2027', startDate: '2026-01-01', endDate: '2027-12-31' } },
});
