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
import { billsById, rollCallId, listRollCalls, listRows } from '../store.ts';
import { getScorecard } from './contract.ts';
import {
  countOf,
  type JudgedBill,
  leftOutFor,
  type MarkedVote,
  type Reason,
  reasons,
  buildScorecard,
  scoreOf,
} from './scorecard.ts';

/** Roll calls of so many bills are read at once. */
const AT_ONCE = 20;

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

async function loadScoredBills(tenant: TenantStore, bills: readonly BillItem[]): Promise<JudgedBill[]> {
  const found: JudgedBill[] = [];
  for (let start = 0; start < bills.length; start += AT_ONCE) {
    const some = bills.slice(start, start + AT_ONCE);
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
function leftOutOf(bills: readonly JudgedBill[]): Record<Reason, number> {
  const found = bills.flatMap((bill) => bill.rollCalls.map((rollCall) => leftOutFor(bill, rollCall)));
  const countFor = (reason: Reason): number => found.filter((one) => one === reason).length;
  return {
    noSideHeld: countFor('noSideHeld'),
    notOnTheBill: countFor('notOnTheBill'),
    votesUnknown: countFor('votesUnknown'),
  };
}

/** The reasons in words, for the message. */
const inWords: Readonly<Record<Reason, string>> = {
  noSideHeld: 'with no side held on their day',
  notOnTheBill: 'on an amendment or on procedure',
  votesUnknown: 'of which only the counts are known',
};

function messageOf(officials: number, leftOut: Readonly<Record<Reason, number>>): string {
  const told = reasons
    .filter((reason) => leftOut[reason] > 0)
    .map((reason) => `${leftOut[reason]} ${inWords[reason]}`);
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
  const [session, bills] = await Promise.all([sessionById(tenant, sessionId), loadContestedBills(tenant, sessionId)]);
  if (!session)
    throw invalid([unknownValue('sessionId', `sessionId must be the id of a session, but was ${sessionId}.`)]);
  const found = await loadScoredBills(tenant, bills);
  const all = buildScorecard(found);
  const officials = personId === undefined ? all : all.filter((official) => official.personId === personId);
  if (personId !== undefined && officials.length === 0) {
    const [person] = await peopleById(tenant, [personId]);
    if (!person) throw invalid([unknownValue('personId', `There is no person with the id ${personId}.`)]);
  }
  const leftOut = leftOutOf(found);
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
        agreed: countOf(official, 'agreed'),
        disagreed: countOf(official, 'disagreed'),
        missed: countOf(official, 'missed'),
        score: scoreOf(official) ?? null,
        votes: personId === undefined ? undefined : official.votes.map(presentVote),
      })),
    },
    messageOf(officials.length, leftOut),
  );
});
