// Whether a feed brings what it is expected to bring: decided when a run ends.
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { daysBetween } from '../../../../shared/time/calendar-day.ts';
import type { FeedHealth, FeedLogItem, FeedRunStatus } from './feed.ts';

/** After so many days without anything new a feed is silent, while a session of its states is held. */
export const SILENT_AFTER_DAYS = 14;

const statesByStatus: Readonly<Partial<Record<FeedRunStatus, FeedHealth['state']>>> = {
  EMPTY: 'EMPTY',
  DONE_WITH_REFUSALS: 'REFUSING',
  FAILED: 'FAILING',
};

/** A state of a feed while a session of it is held of which something is expected. */
export interface HeldState {
  readonly id: number;
  readonly name: string;
  readonly session: Pick<Session, 'name' | 'endDate'>;
  /** The day since which nothing new of it has come, YYYY-MM-DD. */
  readonly quietSince: string;
}

/** A session of which both days are known, and which is held on a day. */
export const isHeld = (
  { startDate, endDate }: Pick<Session, 'startDate' | 'endDate'>,
  day: string,
): boolean => startDate !== undefined && endDate !== undefined && startDate <= day && day <= endDate;

/** What a run has found, and what is expected of its feed. */
interface Finding {
  readonly outcome: Pick<FeedLogItem, 'status' | 'reason'>;
  readonly held: readonly HeldState[];
  /** How many states the feed reads. */
  readonly states: number;
  /** YYYY-MM-DD. */
  readonly today: string;
  /** Which sessions with tracked bills are no longer read by any feed; absent when all are. */
  readonly unread?: string | undefined;
}

/** How a feed fares after a run. */
export function assessHealth({ outcome, held, states, today, unread }: Finding): Omit<FeedHealth, 'since'> {
  const state = statesByStatus[outcome.status];
  const isRead = state === undefined || state === 'REFUSING';
  const explain = (reason: string): string => [reason, outcome.reason].filter(Boolean).join(' ');
  // A feed may be refused rows again and again: that must hide neither that a session is no longer read, nor that nothing new comes.
  if (unread !== undefined && isRead) return { state: 'UNREAD', reason: explain(unread) };
  const silent = held.filter(({ quietSince }) => daysBetween(quietSince, today) >= SILENT_AFTER_DAYS);
  if (silent.length > 0 && isRead)
    return {
      state: 'SILENT',
      reason: explain(describeSilence(silent, states, today)),
      stateIds: silent.map(({ id }) => id),
    };
  return { state: state ?? 'OK', ...(outcome.reason !== undefined && { reason: outcome.reason }) };
}

/** The most silent states that are named with their sessions. */
const MAX_NAMED = 5;

/** Since when nothing new has come; of a feed that reads several states, of which. */
function describeSilence(silent: readonly HeldState[], states: number, today: string): string {
  const named = silent.slice(0, MAX_NAMED).map(({ name, session, quietSince }) => {
    const of = states > 1 ? ` of ${name}` : '';
    return `Nothing new${of} has come for ${daysBetween(quietSince, today)} days, and ${session.name} is held until ${session.endDate}.`;
  });
  const others = silent.slice(MAX_NAMED).map(({ name }) => name);
  return [...named, ...(others.length > 0 ? [`The same is true of ${others.join(', ')}.`] : [])].join(' ');
}
