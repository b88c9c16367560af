// GET /api/1.0/bill/scorecard
import type { TenantStore } from '../../../shared/data/store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { BillItem } from '../bills/bill.ts';
import { billsOnShelf } from '../bills/row.ts';
import { billsById, rollCallId, rollCallsOf, rowsOf } from '../bills/store.ts';
import { succeeded } from '../envelopes.ts';
import { chamberName } from '../public-bills/shown.ts';
import { getScorecard } from './contract.ts';
import { countOf, type JudgedBill, type MarkedVote, scorecard, scoreOf } from './scorecard.ts';

/** Roll calls of so many bills are read at once. */
const AT_ONCE = 20;

/** The bills of a session on which a side was ever taken and a vote was ever held. */
async function contested(tenant: TenantStore, sessionId: number): Promise<BillItem[]> {
  const shelves = [billsOnShelf(tenant, 'tracked'), billsOnShelf(tenant, 'archived')];
  const rows = (await Promise.all(shelves.map((list) => rowsOf(list, tenant)))).flat();
  const voted = rows.filter((row) => row.sessionId === sessionId && row.rollCallCount > 0);
  const bills = await billsById(
    tenant,
    voted.map(({ id }) => id),
  );
  return bills.filter(({ positions }) =>
    positions.some(({ position }) => position === 'SUPPORT' || position === 'OPPOSE'),
  );
}

async function judged(tenant: TenantStore, bills: readonly BillItem[]): Promise<JudgedBill[]> {
  const found: JudgedBill[] = [];
  for (let start = 0; start < bills.length; start += AT_ONCE) {
    const some = bills.slice(start, start + AT_ONCE);
    const rollCalls = await Promise.all(some.map(({ id }) => rollCallsOf(tenant, id)));
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

const shownVote = ({ billId, billNumber, rollCall, position, voteType, mark }: MarkedVote) => ({
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

export const handler = lambda(getScorecard, async ({ query, tenant }) => {
  const { sessionId, personId } = query;
  const bills = await contested(tenant, sessionId);
  const all = scorecard(await judged(tenant, bills));
  const officials = personId === undefined ? all : all.filter((official) => official.personId === personId);
  const counted = new Set(all.flatMap(({ votes }) => votes.map((vote) => vote.rollCall)));
  return succeeded(
    {
      sessionId,
      bills: bills.length,
      rollCalls: counted.size,
      officials: officials.map((official) => ({
        personId: official.personId ?? null,
        name: official.name,
        agreed: countOf(official, 'agreed'),
        disagreed: countOf(official, 'disagreed'),
        missed: countOf(official, 'missed'),
        score: scoreOf(official) ?? null,
        votes: personId === undefined ? undefined : official.votes.map(shownVote),
      })),
    },
    `${officials.length} officials`,
  );
});
