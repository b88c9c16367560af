// POST /api/v1/Broadcasts/{id}/AudienceCount

import { assertMay, type BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { broadcastsByDate, requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { reply, write } from '../../../../../shared/http/reply.ts';
import { startRun } from '../../../../../shared/jobs/leased-run.ts';
import { type AudienceCountItem, emptyCounts, isSameKind } from './audience-count.ts';
import { countBroadcastAudience } from './contract.ts';
import { presentCount } from './present.ts';
import { audienceRuns, callCount, putCount } from './store.ts';

/** How many broadcasts are looked through for one of the same kind, the latest first. */
const MOST_BROADCASTS = 100;
/** How long a count is stored: a week. */
const COUNT_SECONDS = 7 * 24 * 3600;

/** The broadcast of the same kind that was sent last. One query. */
async function findFormer(tenant: TenantStore, broadcast: BroadcastItem): Promise<BroadcastItem | undefined> {
  const { items } = await tenant.query(broadcastsByDate(tenant), { backward: true, limit: MOST_BROADCASTS });
  return items
    .filter(({ id, status }) => id !== broadcast.id && status === 'sent')
    .filter((each) => isSameKind(each, broadcast))
    .toSorted((a, b) => ((a.dueDate ?? '') > (b.dueDate ?? '') ? -1 : 1))
    .at(0);
}

export const handler = lambda(countBroadcastAudience, async (context) => {
  const { tenant, params, now, receivedAt, newId } = context;
  const broadcast = await requireBroadcast(tenant, params.id);
  assertMay('count', broadcast);
  const former = await findFormer(tenant, broadcast);
  const count: AudienceCountItem = {
    ...{ type: 'broadcast-audience', id: broadcast.id, runId: newId(), status: 'running' },
    ...{ version: broadcast.version, startedDate: now.toISOString(), formerId: former?.id },
    ttl: Math.floor(receivedAt.getTime() / 1000) + COUNT_SECONDS,
  };
  const run = {
    ...({ type: 'broadcast-audience-run', phase: 'audience', source: 0 } as const),
    ...{ id: broadcast.id, runId: count.runId, counts: emptyCounts, ...startRun(receivedAt) },
  };
  return write(
    [putCount(tenant, count), audienceRuns.put(tenant, undefined, run), callCount(tenant, count, newId())],
    reply(202, presentCount(broadcast, count, former, null)),
  );
});
