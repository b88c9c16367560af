// Data feeds and their runs as the interface presents them.
import { pick } from '../../../shared/values/pick.ts';
import { limitsOf } from './providers/quota.ts';
import type { Expectation } from './reading/expectations.ts';
import {
  type FeedItem,
  type FeedLogItem,
  type FeedRefusal,
  type FeedRunItem,
  noCounts,
} from './record/feed.ts';

/** A run of the log; one that is under way with how far it has come. */
export function presentRun(line: FeedLogItem, run?: FeedRunItem) {
  const progress = run?.progress?.id === line.id ? run.progress : line;
  return {
    ...pick(progress, ['id', 'trigger', 'startedDate', 'requests', 'bills', 'events', 'remarks']),
    texts: progress.texts ?? noCounts,
    status: line.status,
    endedDate: line.endedDate ?? null,
    reason: line.reason ?? null,
  };
}

/** The limits that apply to a feed. */
function presentLimits(feed: FeedItem) {
  const most = new Map(limitsOf(feed).map((limit) => [limit.name, limit.most]));
  return {
    perMinute: most.get('perMinute') ?? null,
    perHour: most.get('perHour') ?? null,
    perDay: most.get('perDay') ?? null,
    perMonth: most.get('perMonth') ?? null,
  };
}

/** How a feed fares; null before its first run. */
function presentHealth({ health, createdDate }: FeedItem, lastLine: FeedLogItem | undefined) {
  if (!lastLine && !health) return null;
  return {
    state: health?.state ?? 'OK',
    since: health?.since ?? createdDate,
    reason: health?.reason ?? null,
  };
}

const presentExpectation = ({ sessions, nothingUntil }: Expectation) => ({
  sessions: sessions.map(({ session, reason, until }) => ({
    ...{ sessionId: session.id, sessionName: session.name, stateId: session.stateId },
    ...{ reason, until: until ?? null },
  })),
  nothingUntil: nothingUntil ?? null,
});

/** A feed, without its key. */
export const presentFeed = (
  feed: FeedItem,
  run: FeedRunItem | undefined,
  lastLine: FeedLogItem | undefined,
  expected: Expectation,
) => ({
  ...pick(feed, ['id', 'name', 'provider', 'stateIds', 'sessions', 'schedule', 'isPaused']),
  readsMonitorList: feed.readsMonitorList ?? false,
  requestLimits: presentLimits(feed),
  hasKey: feed.sealedKey !== undefined,
  keySetDate: feed.keySetDate ?? null,
  nextRunDate: run ? new Date(run.dueAt).toISOString() : null,
  lastRun: lastLine ? presentRun(lastLine, run) : null,
  lastBroughtDate: lastLine?.lastBroughtDate ?? null,
  health: presentHealth(feed, lastLine),
  expected: presentExpectation(expected),
  ...pick(feed, ['createdDate', 'modifiedDate']),
});

export const presentRefusal = ({ isLeftOut, ...refusal }: FeedRefusal) => ({
  ...pick(refusal, ['kind', 'row', 'field', 'reason', 'value']),
  outcome: isLeftOut ? ('LEFT_OUT' as const) : ('REFUSED' as const),
});

/** What the audit records of a feed: whether it has a key, never the key. */
export const auditFeed = ({ sealedKey, ...feed }: FeedItem) => ({
  ...pick(feed, ['name', 'provider', 'stateIds', 'sessions', 'schedule', 'isPaused', 'requestLimits']),
  ...pick(feed, ['readsMonitorList', 'keySetDate']),
  hasKey: sealedKey !== undefined,
});
