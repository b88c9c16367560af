// Stores the data feed that examples name. It is paused and has no key, so that the demo asks no provider.
import {
  type FeedItem,
  type FeedProgress,
  noCounts,
} from '../../../functions/billtracking/data-feeds/record/feed.ts';
import {
  feedById,
  insertFeed,
  putLog,
  putRefusals,
} from '../../../functions/billtracking/data-feeds/record/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { demoId } from './references.ts';

/** Stores it with a run, unless it is there, and returns the values that examples name. */
export async function seedDataFeed(
  tenant: TenantStore,
  timeZone: string,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const dataFeedId = demoId(tenant.code, 'data-feed:washington');
  const dataFeedRunId = demoId(tenant.code, 'data-feed-run:washington');
  const values = { dataFeedId, dataFeedRunId };
  if ((await feedById(tenant, dataFeedId)).feed) return values;
  const moment = now.toISOString();
  const feed: FeedItem = {
    ...{ type: 'data-feed', id: dataFeedId, name: 'Washington, every morning', provider: 'OPEN_STATES_API' },
    ...{ stateIds: [53], sessions: [], schedule: { frequency: 'daily', hour: 5, timeZone }, isPaused: true },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const progress: FeedProgress = {
    ...{
      id: dataFeedRunId,
      trigger: 'SCHEDULE',
      startedDate: moment,
      requests: 4,
      remarks: [],
      refusalPages: 1,
    },
    bills: { ...noCounts, created: 2, changed: 1, unchanged: 12, refused: 1 },
    events: noCounts,
  };
  const refusal = { kind: 'bills', row: '2025-2026 since the beginning 7', isLeftOut: false } as const;
  const problem = {
    field: 'identifier',
    reason: 'is no number of a bill, such as HB 1110',
    value: '—',
  };
  await commit([
    insertFeed(tenant, feed),
    putLog(tenant, { ...progress, feedId: dataFeedId, status: 'DONE', endedDate: moment }, now),
    putRefusals(
      tenant,
      { feedId: dataFeedId, logId: dataFeedRunId, page: 0 },
      [{ ...refusal, ...problem }],
      now,
    ),
  ]);
  return values;
}
