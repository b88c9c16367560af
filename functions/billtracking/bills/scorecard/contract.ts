// The scorecard: officials' votes against the position that was held when they voted
// (docs/interface/billtracking.md#scorecard).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { successEnvelope } from '../../envelopes.ts';
import { billPositions } from '../bill.ts';

const Score = z
  .strictObject({
    personId: z.uuid().nullable().meta({ description: 'The person of the directory, where it is known.' }),
    name: z.string(),
    agreed: z.int(),
    disagreed: z.int(),
    missed: z.int().meta({ description: 'Not voting or absent; no disagreement.' }),
    score: z
      .number()
      .nullable()
      .meta({ description: 'Agreed votes of those taken, in percent to one decimal.', example: 87.5 }),
    votes: z
      .array(
        z.strictObject({
          billId: z.int(),
          billNumber: z.string(),
          rollCallId: z.int(),
          date: z.iso.date(),
          chamber: z.string(),
          description: z.string(),
          position: z.enum(billPositions).meta({ description: 'The position held when the vote was taken.' }),
          vote: z.enum(['yea', 'nay', 'nv', 'abs']),
          result: z.enum(['agreed', 'disagreed', 'missed']),
        }),
      )
      .optional()
      .meta({ description: 'There when one person is asked for.' }),
  })
  .meta({ id: 'ScorecardEntry' });

const Scorecard = z
  .strictObject({
    sessionId: z.int(),
    bills: z.int().meta({ description: 'Bills with a position and roll calls.' }),
    rollCalls: z.int().meta({ description: 'Roll calls that were taken while a side was held.' }),
    leftOut: z
      .strictObject({
        noSideHeld: z.int().meta({
          description:
            'On that day neither SUPPORT nor OPPOSE was held, by the effective dates of the positions.',
        }),
        notOnTheBill: z.int().meta({ description: 'On an amendment or on procedure.' }),
        votesUnknown: z.int().meta({ description: 'The source tells the counts alone, not who voted how.' }),
      })
      .meta({ description: 'How many roll calls on these bills do not count, by the reason.' }),
    officials: z.array(Score),
  })
  .meta({ id: 'Scorecard' });

export const getScorecard = endpoint({
  area: 'billtracking',
  method: 'GET',
  path: '/api/1.0/bill/scorecard',
  summary: "Officials' votes against the position held when they voted",
  description:
    'Of bills tracked or archived in a session. The effective date of a position decides: one that is entered later with an effective date before the vote was held then, and counts. Roll calls that do not count are told by their number and reason. Reads the short rows of what is tracked and archived, and the roll calls of those with a position in the session.',
  tags: ['Bill Tracking'],
  query: z.object({
    sessionId: z.coerce.number().int().min(0).max(2_147_483_647).meta({ example: 5301 }),
    personId: z
      .preprocess((sent) => (sent === '' ? undefined : sent), z.guid().toLowerCase().optional())
      .optional()
      .meta({ description: 'One official only, with every vote.' }),
  }),
  responses: { 200: { description: 'The scorecard, by name.', body: successEnvelope(Scorecard) } },
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  budget: { roundTrips: 8, readUnits: 10, writeUnits: 2 },
  example: { query: { sessionId: '{{sessionId}}' } },
});
