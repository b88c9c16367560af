// Which sessions feeds read, and which tracked bills are still to be decided after an adjournment.
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { listSessionDays } from '../../../../shared/legislature/sessions/session-days.ts';
import { readSessionYears } from '../../../../shared/legislature/sessions/session-variants.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import type { PendingStage } from '../../bills/record/bill.ts';
import type { FeedItem } from '../record/feed.ts';
import type { SessionRead } from '../record/session-read.ts';

/**
 * Why no feed reads a bill; the first one says most. The bill is no longer in the list of its session; a feed that read the session has
 * brought nothing for long, can't be read, or finds nothing; the provider has archived the session; the feed is paused; the feeds of the
 * state do not read the session; the state has no feed.
 */
export const unreadReasons = [
  'NOT_IN_SOURCE',
  'FEED_SILENT',
  'FEED_FAILING',
  'SESSION_ARCHIVED',
  'FEED_PAUSED',
  'SESSION_NOT_READ',
  'NO_FEED',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

/**
 * Why a feed is to read a session: it is held; tracked bills of it are filed before it begins; it is over, and tracked bills of it are not
 * decided; or it is over since a short time.
 */
export const expectationReasons = ['IN_SESSION', 'PREFILED', 'UNTIL_DECIDED', 'AFTER_ADJOURNMENT'] as const;
export type ExpectationReason = (typeof expectationReasons)[number];

/** Why no feed reads a session, or a bill of it. */
export interface Unread {
  readonly reason: UnreadReason;
  readonly feed?: FeedItem | undefined;
  /** Since when, ISO 8601, where that is known. */
  readonly since?: string | undefined;
}

/** A session that was not read for so many days after its feed was due is no longer read. */
export const READ_WITHIN_DAYS = 3;
const DAY = 86_400_000;

const periods: Readonly<Record<FeedItem['schedule']['frequency'], number>> = {
  immediate: 1,
  hourly: 1,
  daily: 1,
  weekly: 7,
};

/** Why a feed of the state does not read a session at a moment; undefined when it does. */
function findFault(feed: FeedItem, read: SessionRead | undefined, now: Date): Unread | undefined {
  const since = read?.lastReadDate;
  if (feed.isPaused) return { reason: 'FEED_PAUSED', feed, since };
  if (read?.isArchived) return { reason: 'SESSION_ARCHIVED', feed, since };
  const { state, since: stateSince, stateIds: silent } = feed.health ?? { state: 'OK' };
  if (state === 'FAILING' || state === 'EMPTY') return { reason: 'FEED_FAILING', feed, since: stateSince };
  const days = periods[feed.schedule.frequency] + READ_WITHIN_DAYS;
  if (!read || now.getTime() - Date.parse(read.lastReadDate) > days * DAY)
    return { reason: 'SESSION_NOT_READ', feed, since };
  if (state === 'SILENT' && (silent?.includes(read.stateId) ?? true))
    return { reason: 'FEED_SILENT', feed, since: stateSince };
  return undefined;
}

const rank = ({ reason }: Unread): number => unreadReasons.indexOf(reason);

/** What is known of a session: its feeds, and when each read it. */
export interface SessionFacts {
  readonly feeds: readonly FeedItem[];
  readonly reads: readonly SessionRead[];
}

/** The reads of the feeds that read a session at a moment, or why no feed does. */
export function assessReading({ feeds, reads }: SessionFacts, now: Date): readonly SessionRead[] | Unread {
  const found = feeds.map((feed) => {
    const read = reads.find(({ feedId }) => feedId === feed.id);
    return { read, fault: findFault(feed, read, now) };
  });
  const current = found.flatMap(({ read, fault }) => (read && !fault ? [read] : []));
  if (current.length > 0) return current;
  const faults = found.flatMap(({ fault }) => fault ?? []).toSorted((a, b) => rank(a) - rank(b));
  const last = reads
    .map(({ lastReadDate }) => lastReadDate)
    .toSorted()
    .at(-1);
  return faults[0] ?? { reason: 'NO_FEED', since: last };
}

/** A bill that the legislature had not passed is dead when a source was read so many days after the last day of its session. */
export const DEAD_AFTER_DAYS = 30;
/** Without a source that was read then, it is dead after so many days. */
export const DEAD_UNSEEN_DAYS = 730;

/** The last day on which the bills of a session may be taken up: one of two years ends with the second. */
function findLastDay(session: Session): string | undefined {
  const days = listSessionDays(session);
  const years = readSessionYears(session);
  if (!days || !years || Number(days.last.slice(0, 4)) >= years[1]) return days?.last;
  return `${years[1]}-12-31`;
}

/**
 * The stages of bills that are still to be decided: one that the legislature passed until the executive has decided, any other one until
 * its session is over.
 * @param lastReadDay the day on which a source was last read, YYYY-MM-DD
 * @param today YYYY-MM-DD
 */
export function listOpenStages(
  session: Session,
  lastReadDay: string | undefined,
  today: string,
): readonly PendingStage[] {
  const last = findLastDay(session);
  const isSeenSince =
    last !== undefined && lastReadDay !== undefined && lastReadDay >= addDays(last, DEAD_AFTER_DAYS);
  const isLongOver = last !== undefined && today > addDays(last, DEAD_UNSEEN_DAYS);
  return isSeenSince || isLongOver ? ['WITH_EXECUTIVE'] : ['WITH_EXECUTIVE', 'IN_LEGISLATURE'];
}
