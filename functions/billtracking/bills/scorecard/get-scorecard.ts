// GET /api/1.0/bill/scorecard
import type { TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { sessionById } from '../../../../shared/legislature/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue } from '../../unknown-value.ts';
import { type BillItem, chamberName } from '../bill.ts';
import { billList } from '../bill-row.ts';
import { billsById, listRollCalls, listRows, rollCallId } from '../store.ts';
import { getScorecard } from './contract.ts';
import {
  buildScorecard,
  computeScore,
  countMarks,
  type ExclusionReason,
  exclusionReasons,
  findExclusionReason,
  type MarkedVote,
  type ScoredBill,
} from './scorecard.ts';

/** The roll calls of this many bills are read at once. */
const BILLS_PER_BATCH = 20;

/** The bills of a session that have a roll call, and had a position for or against them at any time. */
async function loadContestedBills(tenant: TenantStore, sessionId: number): Promise<BillItem[]> {
  const lists = [billList(tenant, 'tracked'), billList(tenant, 'archived')];
  const rows = (await Promise.all(lists.map((list) => listRows(list, tenant)))).flat();
  const voted = rows.filter((row) => row.sessionId === sessionId && row.rollCallCount > 0);
  const bills = await billsById(
    tenant,
    voted.map(({ id }) => id),
  );
  return bills.filter(({ positions }) =>
    positions.some(({ position }) => position === 'SUPPORT' || position === 'OPPOSE'),
  );
}

async function loadScoredBills(tenant: TenantStore, bills: readonly BillItem[]): Promise<ScoredBill[]> {
  const found: ScoredBill[] = [];
  for (let start = 0; start < bills.length; start += BILLS_PER_BATCH) {
    const batch = bills.slice(start, start + BILLS_PER_BATCH);
    const rollCalls = await Promise.all(batch.map(({ id }) => listRollCalls(tenant, id)));
    found.push(
      ...batch.map(({ id, billNumber, stateId, positions }, index) => ({
        billId: id,
        billNumber,
        timeZone: stateById(stateId)?.timeZone ?? 'UTC',
        positions,
        rollCalls: rollCalls[index] ?? [],
      })),
    );
  }
  return found;
}

const presentVote = ({ billId, billNumber, rollCall, position, voteType, mark }: MarkedVote) => ({
  billId: Number(billId),
  billNumber,
  rollCallId: rollCallId(billId, rollCall.number),
  date: rollCall.date,
  chamber: chamberName(rollCall.chamber),
  description: rollCall.description,
  position,
  vote: voteType,
  result: mark,
});

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
