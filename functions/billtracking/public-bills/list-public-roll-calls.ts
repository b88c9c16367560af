// GET /api/1.0/legislative/public-bills/{id}/rollcall

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { type BillSourcesItem, sourcesOfBill } from '../bills/bill-sources.ts';
import { chamberName, type RollCallSource } from '../bills/record/bill.ts';
import { listRollCalls, requireBill, rollCallId } from '../bills/record/store.ts';
import { listPublicRollCalls } from './contract.ts';

const presentSource = (entry: RollCallSource, seen: BillSourcesItem | undefined) => {
  const { source, says, firstSeen, withdrawnOn } = entry;
  const seenOn = seen?.[source]?.seenOn ?? firstSeen;
  return {
    source,
    ...omitUndefined({ sourceId: entry.identifier }),
    ...{ votesCountInFavor: says.yea, votesCountAgainst: says.nay, rollCallPassed: says.passed },
    ...{ firstSeen, lastSeen: withdrawnOn ?? seenOn, isListed: withdrawnOn === undefined },
    ...omitUndefined({ changedOn: entry.changedOn, changed: entry.changed }),
    hash: contentHash(says).slice(0, 16),
  };
};

export const handler = lambda(listPublicRollCalls, async ({ params, tenant }) => {
  const id = String(params.id);
  const [, rollCalls, seen] = await Promise.all([
    requireBill(tenant, id),
    listRollCalls(tenant, id),
    sourcesOfBill(tenant, id),
  ]);
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
      sources: (rollCall.sources ?? []).map((one) => presentSource(one, seen)),
    })),
  );
});
