// Ends the run of a feed: its line of the log, the health of the feed, and a mail to the administrators when that becomes bad.
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { RunContext, TakenRun } from '../../../../shared/jobs/leased-run.ts';
import { matchesSessionName } from '../../../../shared/legislature/sessions/session.ts';
import { listSessions } from '../../../../shared/legislature/sessions/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { describeUnreadSessions, findUnreadSessions } from '../reading/find-unread-sessions.ts';
import type { FeedHealth, FeedItem, FeedLogItem, FeedProgress, FeedRunItem } from '../record/feed.ts';
import { assessHealth, type HeldState, isHeld } from '../record/health.ts';
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
  outcome: Pick<FeedLogItem, 'status' | 'reason' | 'endedDate' | 'lastBroughtDate' | 'quietSince'>,
): Omit<FeedLogItem, 'type' | 'ttl'> => ({ ...progress, ...outcome, feedId: feed.id });

const hasBrought = ({ bills, events }: FeedProgress): boolean =>
  [bills, events].some(({ created, changed }) => created + changed > 0);

type QuietSince = NonNullable<FeedLogItem['quietSince']>;

/**
 * Since when nothing new has come of each state of a feed: of one that has brought nothing so far, since it was first read.
 * @param last the line before
 */
function findQuiet(
  { stateIds }: FeedItem,
  { newsOf = [] }: FeedProgress,
  last: FeedLogItem | undefined,
  now: string,
): QuietSince {
  const since = (stateId: number): string => {
    if (newsOf.includes(stateId)) return now;
    if (last?.quietSince) return last.quietSince[stateId] ?? now;
    return last?.lastBroughtDate ?? now;
  };
  return Object.fromEntries(stateIds.map((stateId) => [stateId, since(stateId)]));
}

/** The states from which something is expected: of which a session is held, one that the feed names where it names sessions. */
async function listHeldStates(
  tenant: TenantStore,
  { stateIds, sessions: named, schedule }: FeedItem,
  quiet: QuietSince,
  now: Date,
): Promise<readonly HeldState[]> {
  const all = await Promise.all(
    stateIds.map(async (id) => ({ id, sessions: await listSessions(tenant, { stateId: id }) })),
  );
  return all.flatMap(({ id, sessions }): HeldState[] => {
    const state = stateById(id);
    const today = toLocalDate(state?.timeZone ?? 'UTC', now);
    const session = sessions.find(
      (one) =>
        isHeld(one, today) && (named.length === 0 || named.some((name) => matchesSessionName(one, name))),
    );
    const since = quiet[id];
    if (!session || since === undefined) return [];
    const quietSince = toLocalDate(schedule.timeZone, new Date(since));
    return [{ id, name: state?.name ?? String(id), session, quietSince }];
  });
}

/** Whether a feed becomes bad, or is silent of another state. */
const isNewFault = (before: FeedHealth | undefined, { state, stateIds = [] }: Omit<FeedHealth, 'since'>) =>
  state !== 'OK' &&
  (state !== before?.state || stateIds.some((id) => !(before.stateIds?.includes(id) ?? true)));

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
    const quietSince = findQuiet(feed, progress, last, moment.toISOString());
    const line = describeRun(feed, progress, {
      ...{ ...outcome, endedDate: moment.toISOString(), quietSince },
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
        // Only a run that read what there is can be silent.
        held: isRead ? await listHeldStates(tenant, feed, quietSince, moment) : [],
        states: feed.stateIds.length,
        today: toLocalDate(timeZone, moment),
      },
    });
    const isSameState = assessed.state === (feed.health?.state ?? 'OK');
    // Since how many days a feed is silent does not change how it fares.
    const isSame =
      isSameState &&
      String(assessed.stateIds) === String(feed.health?.stateIds) &&
      (assessed.state === 'SILENT' || assessed.reason === feed.health?.reason);
    const since = (isSameState && feed.health?.since) || moment.toISOString();
    const health: FeedHealth = { ...assessed, since };
    const version = feed.version + 1;
    const becomesBad = isNewFault(feed.health, assessed);
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
