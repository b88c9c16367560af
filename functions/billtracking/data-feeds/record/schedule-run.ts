// When a feed is due: at the next time of its schedule, or at once.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { startRun } from '../../../../shared/jobs/leased-run.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { nextDigestTime } from '../../events/subscriptions/digest-schedule.ts';
import type { FeedItem, FeedLogItem, FeedProgress, FeedRunItem, FeedTrigger } from './feed.ts';
import { noCounts } from './feed.ts';
import { feedRuns } from './store.ts';

/** A run that waits for the next time of the schedule. */
export const buildWaitingRun = (feed: FeedItem, runId: string, now: Date): FeedRunItem => ({
  ...{ type: 'data-feed-run', id: feed.id, runId, task: 'wait' },
  ...startRun(nextDigestTime(feed.schedule, now)),
});

type LastNews = Pick<FeedLogItem, 'lastBroughtDate' | 'quietSince'>;

/** When something new came last, as the line before says it: a run that begins has brought nothing yet. */
export const keepLastNews = (last: LastNews | undefined): LastNews =>
  last ? pick(last, ['lastBroughtDate', 'quietSince']) : {};

/** The progress of a run that begins. */
export const buildProgress = (id: string, trigger: FeedTrigger, now: Date): FeedProgress => ({
  ...{ id, trigger, startedDate: now.toISOString(), requests: 0 },
  ...{ bills: noCounts, events: noCounts, remarks: [], refusalPages: 0 },
});

/** The changes after a feed was created or updated: it waits for its next time, unless it is paused or being read. */
export function reschedule(
  tenant: TenantStore,
  feed: FeedItem,
  run: FeedRunItem | undefined,
  runId: string,
  now: Date,
): Change[] {
  if (run && run.task !== 'wait') return [];
  if (feed.isPaused) return run ? [feedRuns.remove(tenant, run)] : [];
  return [feedRuns.put(tenant, run, buildWaitingRun(feed, runId, now))];
}

/** A run that reads the feed at once, with its line of the log. */
export function buildRequestedRun(
  feed: FeedItem,
  last: LastNews | undefined,
  newId: () => string,
  now: Date,
) {
  const progress = buildProgress(newId(), 'REQUEST', now);
  const requested: FeedRunItem = {
    ...{ type: 'data-feed-run', id: feed.id, runId: newId(), task: 'read', progress },
    ...startRun(now),
  };
  const logLine = {
    ...{ ...progress, feedId: feed.id, status: 'RUNNING' as const },
    ...keepLastNews(last),
  };
  return { requested, logLine };
}

/** A run that removes what is stored of a deleted feed. */
export const buildRemovalRun = ({ id }: FeedItem, runId: string, now: Date): FeedRunItem => ({
  ...{ type: 'data-feed-run', id, runId, task: 'remove' },
  ...startRun(now),
});
