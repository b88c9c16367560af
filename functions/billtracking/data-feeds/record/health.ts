// Whether a feed brings what it is expected to bring: decided when a run ends.
import type { Session } from '../../../../shared/legislature/session.ts';
import { daysBetween } from '../../../../shared/time/calendar-day.ts';
import type { FeedHealth, FeedLogItem, FeedRunStatus } from './feed.ts';

/** After so many days without anything new a feed is silent, while a session of its states is held. */
export const SILENT_AFTER_DAYS = 14;

const statesByStatus: Readonly<Partial<Record<FeedRunStatus, FeedHealth['state']>>> = {
  EMPTY: 'EMPTY',
  DONE_WITH_REFUSALS: 'REFUSING',
  FAILED: 'FAILING',
};

/** A session of which both days are known, and which is held on a day. */
export const isHeld = (
  { startDate, endDate }: Pick<Session, 'startDate' | 'endDate'>,
  day: string,
): boolean => startDate !== undefined && endDate !== undefined && startDate <= day && day <= endDate;

/** What a run has found, and what is expected of its feed. */
interface Finding {
  readonly outcome: Pick<FeedLogItem, 'status' | 'reason'>;
  /** The sessions from which something is expected. */
  readonly held: readonly Pick<Session, 'name' | 'endDate'>[];
  /** The day on which something new came last, or the feed was set up: YYYY-MM-DD. */
  readonly lastDay: string;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Which sessions with tracked bills are no longer read by any feed; absent when all are. */
  readonly unread?: string | undefined;
}

/** How a feed fares after a run. */
export function assessHealth({ outcome, held, lastDay, today, unread }: Finding): Omit<FeedHealth, 'since'> {
  const state = statesByStatus[outcome.status];
  // A feed may be refused rows again and again: that must not hide that a session is no longer read.
  if (unread !== undefined && (state === undefined || state === 'REFUSING'))
    return { state: 'UNREAD', reason: [unread, outcome.reason].filter(Boolean).join(' ') };
  if (state) return { state, reason: outcome.reason };
  const [session] = held;
  const days = daysBetween(lastDay, today);
  if (!session || days < SILENT_AFTER_DAYS) return { state: 'OK' };
  return {
    state: 'SILENT',
    reason: `Nothing new has come for ${days} days, and ${session.name} is held until ${session.endDate}.`,
  };
}
