// GET /api/1.0/bill/scorecard
import type { TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { sessionById } from '../../../../shared/legislature/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { successReply } from '../../envelopes.ts';
import { chamberName } from '../../public-bills/present.ts';
import type { BillItem } from '../bill.ts';
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

/** Roll calls of so many bills are read at once. */
const BILLS_PER_BATCH = 20;

/** The bills of a session on which a side was ever taken and a vote was ever held. */
async function loadContestedBills(tenant: TenantStore, sessionId: number): Promise<BillItem[]> {
  const shelves = [billList(tenant, 'tracked'), billList(tenant, 'archived')];
  const rows = (await Promise.all(shelves.map((list) => listRows(list, tenant)))).flat();
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
    const some = bills.slice(start, start + BILLS_PER_BATCH);
    const rollCalls = await Promise.all(some.map(({ id }) => listRollCalls(tenant, id)));
    found.push(
      ...some.map(({ id, billNumber, stateId, positions }, at) => ({
        billId: id,
        billNumber,
        timeZone: stateById(stateId)?.timeZone ?? 'UTC',
        positions,
        rollCalls: rollCalls[at] ?? [],
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

/** How many roll calls do not count, by the reason. */
function countExclusions(bills: readonly ScoredBill[]): Record<ExclusionReason, number> {
  const found = bills.flatMap((bill) =>
    bill.rollCalls.map((rollCall) => findExclusionReason(bill, rollCall)),
  );
  const countFor = (reason: ExclusionReason): number => found.filter((one) => one === reason).length;
  return {
    noSideHeld: countFor('noSideHeld'),
    notOnTheBill: countFor('notOnTheBill'),
    votesUnknown: countFor('votesUnknown'),
  };
}

/** The reasons in words, for the message. */
const exclusionTexts: Readonly<Record<ExclusionReason, string>> = {
  noSideHeld: 'with no side held on their day',
  notOnTheBill: 'on an amendment or on procedure',
  votesUnknown: 'of which only the counts are known',
};

function describeScorecard(officials: number, leftOut: Readonly<Record<ExclusionReason, number>>): string {
  const told = exclusionReasons
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${leftOut[reason]} ${exclusionTexts[reason]}`);
  return told.length === 0
    ? `${officials} officials`
    : `${officials} officials; left out are roll calls: ${told.join(', ')}`;
}

const unknownValue = (target: 'sessionId' | 'personId', message: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message,
  target,
});

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
  const found = await loadScoredBills(tenant, bills);
  const all = buildScorecard(found);
  const officials = personId === undefined ? all : all.filter((official) => official.personId === personId);
  if (personId !== undefined && officials.length === 0) {
    const [person] = await peopleById(tenant, [personId]);
    if (!person) throw invalid([unknownValue('personId', `There is no person with the id ${personId}.`)]);
  }
  const leftOut = countExclusions(found);
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
