// Ends the run of a feed: its line of the log, the health of the feed, and a mail to the administrators when that becomes bad.
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import type { RunContext, TakenRun } from '../../../../shared/jobs/leased-run.ts';
import { listSessions } from '../../../../shared/legislature/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { describeUnreadSessions, findUnreadSessions } from '../reading/find-unread-sessions.ts';
import type { FeedHealth, FeedItem, FeedLogItem, FeedProgress, FeedRunItem } from '../record/feed.ts';
import { assessHealth, isHeld } from '../record/health.ts';
import { buildProgress, buildWaitingRun } from '../record/schedule-run.ts';
import { checkFeed, feedById, feedRuns, lastLog, putLog, updateFeed } from '../record/store.ts';

/** A run that a worker has, with its feed. */
export interface TakenFeed extends TakenRun<FeedRunItem> {
  readonly feed: FeedItem;
}

/** The line of a run in the log. */
export const describeRun = (
  feed: FeedItem,
  progress: FeedProgress,
  outcome: Pick<FeedLogItem, 'status' | 'reason' | 'endedDate' | 'lastBroughtDate'>,
): Omit<FeedLogItem, 'type' | 'ttl'> => ({ ...progress, ...outcome, feedId: feed.id });

const hasBrought = ({ bills, events }: FeedProgress): boolean =>
  [bills, events].some(({ created, changed }) => created + changed > 0);

/** The sessions from which something is expected: those of the feed's states, unless the feed names sessions. */
async function listHeldSessions(tenant: TenantStore, { stateIds, sessions }: FeedItem, now: Date) {
  if (sessions.length > 0) return [];
  const all = await Promise.all(stateIds.map((stateId) => listSessions(tenant, { stateId })));
  return all
    .flat()
    .filter((session) => isHeld(session, toLocalDate(stateById(session.stateId)?.timeZone ?? 'UTC', now)));
}

/**
 * Ends a run: writes its line of the log, and waits for the next time that the feed has by now, unless it is paused. A run that
 * another worker has, or that removes the feed, is left alone.
 */
export async function endRun(
  { tenant, run }: TakenFeed,
  outcome: Pick<FeedLogItem, 'status' | 'reason'>,
  { now, newId }: RunContext,
): Promise<void> {
  const moment = now();
  const progress = run.progress ?? buildProgress(newId(), 'SCHEDULE', moment);
  await decideAndCommit(async () => {
    const [{ feed, run: current }, last] = await Promise.all([
      feedById(tenant, run.id),
      lastLog(tenant, run.id),
    ]);
    if (!feed || current?.runId !== run.runId || current.version !== run.version) return { changes: [] };
    const isNews = hasBrought(progress);
    const lastBroughtDate = isNews ? moment.toISOString() : last?.lastBroughtDate;
    const line = describeRun(feed, progress, {
      ...{ ...outcome, endedDate: moment.toISOString() },
      ...(lastBroughtDate !== undefined && { lastBroughtDate }),
    });
    const { timeZone } = feed.schedule;
    // A run that failed or found nothing says so itself.
    const isRead = outcome.status === 'DONE' || outcome.status === 'DONE_WITH_REFUSALS';
    const ended = { feedId: feed.id, startedDate: progress.startedDate };
    const assessed = assessHealth({
      unread: isRead
        ? describeUnreadSessions(
            await findUnreadSessions(tenant, { stateIds: feed.stateIds, now: moment, ended }),
          )
        : undefined,
      ...{
        outcome,
        // Only a run that ended well without anything new can be silent.
        held: outcome.status === 'DONE' && !isNews ? await listHeldSessions(tenant, feed, moment) : [],
        today: toLocalDate(timeZone, moment),
      },
      lastDay: toLocalDate(timeZone, new Date(lastBroughtDate ?? feed.createdDate)),
    });
    const isSame = assessed.state === (feed.health?.state ?? 'OK');
    const health: FeedHealth = { ...assessed, since: moment.toISOString() };
    const version = feed.version + 1;
    const becomesBad = !isSame && health.state !== 'OK';
    // What writes mails is loaded for them alone.
    const alarms = becomesBad
      ? (await import('./alarms.ts')).buildAlarms(tenant, feed, health, { version, lastBroughtDate }, moment)
      : [];
    return {
      changes: [
        ...(isSame
          ? [checkFeed(tenant, feed)]
          : [updateFeed(tenant, feed, { ...feed, health, version }), ...(await alarms)]),
        putLog(tenant, line, moment),
        feed.isPaused
          ? feedRuns.remove(tenant, run)
          : feedRuns.put(tenant, run, buildWaitingRun(feed, newId(), moment)),
      ],
    };
  });
}
