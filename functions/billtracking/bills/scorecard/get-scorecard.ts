// GET /api/1.0/bill/scorecard
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { sessionById } from '../../../../shared/legislature/sessions/sessions.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue } from '../../unknown-value.ts';
import { getScorecard } from './contract.ts';
import { loadContestedBills, loadScoredBills } from './load-contested-bills.ts';
import { presentVote } from './present.ts';
import {
  buildScorecard,
  computeScore,
  countMarks,
  type ExclusionReason,
  exclusionReasons,
  findExclusionReason,
  type ScoredBill,
} from './scorecard.ts';

/** The number of roll calls that do not count, by reason. */
function countExclusions(bills: readonly ScoredBill[]): Record<ExclusionReason, number> {
  const reasons = bills.flatMap((bill) =>
    bill.rollCalls.map((rollCall) => findExclusionReason(bill, rollCall)),
  );
  const countFor = (reason: ExclusionReason): number => reasons.filter((other) => other === reason).length;
  return {
    noSideHeld: countFor('noSideHeld'),
    notOnTheBill: countFor('notOnTheBill'),
    votesUnknown: countFor('votesUnknown'),
  };
}

/** The reasons, for the message. */
const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  noSideHeld: 'without a position for or against on that day',
  notOnTheBill: 'on an amendment or on procedure',
  votesUnknown: 'with counts only',
};

function describeScorecard(officials: number, leftOut: Readonly<Record<ExclusionReason, number>>): string {
  const exclusions = exclusionReasons
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${leftOut[reason]} ${exclusionTexts[reason]}`);
  return exclusions.length === 0
    ? `${officials} officials`
    : `${officials} officials. Roll calls that do not count: ${exclusions.join(', ')}.`;
}

export const handler = lambda(getScorecard, async ({ query, tenant }) => {
  const { sessionId, personId } = query;
  const [session, bills] = await Promise.all([
    sessionById(tenant, sessionId),
    loadContestedBills(tenant, sessionId),
  ]);
  if (!session)
    throw invalid([
      unknownValue('sessionId', `sessionId must be the id of a session, but was ${sessionId}.`),
    ]);
  const scoredBills = await loadScoredBills(tenant, bills);
  const all = buildScorecard(scoredBills);
  const officials = personId === undefined ? all : all.filter((official) => official.personId === personId);
  if (personId !== undefined && officials.length === 0) {
    const [person] = await peopleById(tenant, [personId]);
    if (!person) throw invalid([unknownValue('personId', `There is no person with the id ${personId}.`)]);
  }
  const leftOut = countExclusions(scoredBills);
  const counted = new Set(all.flatMap(({ votes }) => votes.map((vote) => vote.rollCall)));
  return successReply(
    {
      sessionId,
      bills: bills.length,
      rollCalls: counted.size,
      leftOut,
      officials: officials.map((official) => ({
        personId: official.personId ?? null,
        name: official.name,
        agreed: countMarks(official, 'agreed'),
        disagreed: countMarks(official, 'disagreed'),
        missed: countMarks(official, 'missed'),
        score: computeScore(official) ?? null,
        votes: personId === undefined ? undefined : official.votes.map(presentVote),
      })),
    },
    describeScorecard(officials.length, leftOut),
  );
});
