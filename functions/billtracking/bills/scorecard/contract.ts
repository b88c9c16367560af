// The scorecard: officials' votes compared with the position that was held when they voted
// (docs/interface/billtracking.md#scorecard).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { lenientInteger, optionalOneOf, optionalOrBlank } from '../../../../shared/http/lenient.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions } from '../record/bill.ts';

const results = ['agreed', 'disagreed', 'missed'] as const;

const vote = {
  billId: z.int(),
  billNumber: z.string(),
  rollCallId: z.int(),
  date: z.iso.date(),
  chamber: z.string(),
  description: z.string(),
  position: z.enum(billPositions).meta({ description: 'The position held when the vote was taken.' }),
  vote: z.enum(['yea', 'nay', 'nv', 'abs']),
  result: z.enum(results),
};

const Score = z
  .strictObject({
    personId: z.uuid().nullable().meta({ description: 'The person of the directory, when known.' }),
    name: z.string(),
    agreed: z.int(),
    disagreed: z.int(),
    missed: z.int().meta({ description: 'Not voting or absent; not counted as disagreement.' }),
    score: z.number().nullable().meta({
      description: 'Agreed votes as a percentage of agreed and disagreed votes, to one decimal.',
      example: 87.5,
    }),
    votes: z
      .array(z.strictObject(vote))
      .optional()
      .meta({ description: 'Present when the request names a person.' }),
  })
  .meta({ id: 'ScorecardEntry' });

const Scorecard = z
  .strictObject({
    sessionId: z.int(),
    bills: z.int().meta({ description: 'Bills with a position and roll calls.' }),
    rollCalls: z
      .int()
      .meta({ description: 'Roll calls that count: taken while SUPPORT or OPPOSE was held.' }),
    leftOut: z
      .strictObject({
        noSideHeld: z.int().meta({
          description:
            'On that day neither SUPPORT nor OPPOSE was held, by the effective dates of the positions.',
        }),
        notOnTheBill: z.int().meta({ description: 'On an amendment or on procedure.' }),
        votesUnknown: z.int().meta({ description: 'The source has the counts only, not the votes.' }),
      })
      .meta({ description: 'The number of roll calls on these bills that do not count, by reason.' }),
    officials: z.array(Score),
  })
  .meta({ id: 'Scorecard' });

export const getScorecard = endpoint({
  area: 'billtracking',
  method: 'GET',
  path: '/api/1.0/bill/scorecard',
  summary: "Get the scorecard of officials' votes",
  description:
    "Compares officials' votes with the position that was held when they voted, for bills of a session that are tracked or archived. The effective date of a position decides: a position that is entered after the vote counts if its effective date is before the vote. Roll calls that do not count are reported by number and reason. Reads the short rows of tracked and archived bills, and the roll calls of the session's bills with a position.",
  tags: ['Bill Tracking'],
  query: z.object({
    sessionId: lenientInteger(0).meta({ example: 5301 }),
    personId: optionalOrBlank(z.guid().toLowerCase()).meta({
      description: 'Returns one official only, with every vote.',
    }),
  }),
  responses: { 200: { description: 'The scorecard, by name.', body: successEnvelope(Scorecard) } },
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 8, readUnits: 10, writeUnits: 2 },
  example: { query: { sessionId: '{{sessionId}}' } },
});

const OfficialVote = z
  .strictObject({
    ...vote,
    title: z.string().meta({ description: 'The title of the bill.' }),
    stateId: z.int(),
    sessionName: z.string(),
    sourceUrl: z
      .string()
      .nullable()
      .meta({ description: 'Where the legislature or the provider has the roll call.' }),
  })
  .meta({ id: 'OfficialVote' });

export const listOfficialVotes = endpoint({
  area: 'billtracking',
  method: 'GET',
  path: '/api/1.0/bill/official/{personId}/votes',
  summary: "List an official's votes against the position",
  description:
    "An official's votes on bills that are tracked or archived, each with its day, its source and the position that was held when the vote was taken, the latest first. By default those against the position. Votes are compared as in the scorecard: those on amendments and procedure are left out, and those without a position for or against on that day. The id of a merged person stands for the one that remains.",
  tags: ['Bill Tracking'],
  params: z.object({
    personId: z.guid().toLowerCase().meta({ description: "The id of the official's record." }),
  }),
  query: z.object({
    result: optionalOneOf(results).meta({ description: 'disagreed by default.' }),
    sessionId: optionalOrBlank(z.coerce.number().int().min(0).max(2_147_483_647)).meta({
      description: 'All sessions by default.',
    }),
  }),
  responses: {
    200: {
      description: 'The votes, the latest first.',
      body: successEnvelope(
        z
          .strictObject({ personId: z.uuid(), name: z.string(), votes: z.array(OfficialVote) })
          .meta({ id: 'OfficialVotes' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 2 },
  example: { params: { personId: '{{officialId}}' }, query: { result: 'disagreed' } },
});
