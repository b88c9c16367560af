// GET /api/1.0/legislative/public-bills/{id}/rollcall
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { chamberName } from '../bills/bill.ts';
import { listRollCalls, requireBill, rollCallId } from '../bills/store.ts';
import { listPublicRollCalls } from './contract.ts';

export const handler = lambda(listPublicRollCalls, async ({ params, tenant }) => {
  const id = String(params.id);
  const [, rollCalls] = await Promise.all([requireBill(tenant, id), listRollCalls(tenant, id)]);
  const latestFirst = [...rollCalls].sort(
    (a, b) => (b.at ?? b.date).localeCompare(a.at ?? a.date) || b.number - a.number,
  );
  return ok(
    latestFirst.map((rollCall) => ({
      id: rollCallId(id, rollCall.number),
      chamberType: chamberName(rollCall.chamber),
      description: rollCall.description,
      dateOfRollCall: rollCall.date,
      votesCountInFavor: rollCall.yea,
      votesCountAgainst: rollCall.nay,
      countOfNoVotes: rollCall.notVoting,
      countOfAbsentess: rollCall.absent,
      totalVoteCount: rollCall.yea + rollCall.nay + rollCall.notVoting + rollCall.absent,
      rollCallPassed: rollCall.passed,
      sourceUrl: rollCall.sourceUrl ?? null,
    })),
  );
});
