// Stores the data feeds that examples name. They are paused and have no key, so that the demo asks no provider.
import {
  type FeedItem,
  type FeedProgress,
  noCounts,
} from '../../../../functions/billtracking/data-feeds/record/feed.ts';
import { putMonitored } from '../../../../functions/billtracking/data-feeds/record/monitored-bill.ts';
import {
  feedById,
  insertFeed,
  markMonitorListRead,
  putLog,
  putRefusals,
} from '../../../../functions/billtracking/data-feeds/record/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';

/** Stores one with a run, and one with a monitor list, unless they are there, and returns the values that examples name. */
export async function seedDataFeed(
  tenant: TenantStore,
  timeZone: string,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const dataFeedId = demoId(tenant.code, 'data-feed:washington');
  const dataFeedRunId = demoId(tenant.code, 'data-feed-run:washington');
  const monitorFeedId = demoId(tenant.code, 'data-feed:monitor');
  const values = { dataFeedId, dataFeedRunId, monitorFeedId };
  if ((await feedById(tenant, dataFeedId)).feed) return values;
  const moment = now.toISOString();
  const feed: FeedItem = {
    ...{ type: 'data-feed', id: dataFeedId, name: 'Washington, every morning', provider: 'OPEN_STATES_API' },
    // A named session, so that what is expected of the feed is the same on any day.
    ...{ stateIds: [53], sessions: ['2025-2026'], isPaused: true },
    schedule: { frequency: 'daily', hour: 5, timeZone },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const monitorFeed: FeedItem = {
    ...{ ...feed, id: monitorFeedId, name: 'Bills that we monitor at LegiScan', provider: 'LEGISCAN_API' },
    readsMonitorList: true,
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
    insertFeed(tenant, monitorFeed),
    putMonitored(tenant, monitorFeedId, undefined, {
      ...{ id: '1650001', sessionId: '2100', state: 'WA', number: 'HB1110', billId: '1', stance: 'SUPPORT' },
    }),
    markMonitorListRead(tenant, monitorFeedId, now),
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
