// What a feed is expected to bring by the session calendar: which sessions it is to read, why, and until when.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { matchesSessionName, type Session } from '../../../../shared/legislature/sessions/session.ts';
import { listSessionDays } from '../../../../shared/legislature/sessions/session-days.ts';
import { listSessions } from '../../../../shared/legislature/sessions/sessions.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import type { FeedItem, FeedProvider } from '../record/feed.ts';
import { readOnDays } from '../record/read-on.ts';
import { countPending, dayOfState, loadCoverage } from './load-coverage.ts';
import type { ExpectationReason } from './rules.ts';

/** A session that a feed is to read. */
interface ExpectedSession {
  readonly session: Session;
  readonly reason: ExpectationReason;
  /** The last day, YYYY-MM-DD; absent where it is not known: until bills are decided, or the provider archives the session. */
  readonly until?: string | undefined;
}

export interface Expectation {
  readonly sessions: readonly ExpectedSession[];
  /** Where it is to read no session: the first day of the next one, YYYY-MM-DD; absent while that is not known. */
  readonly nothingUntil?: string | undefined;
}

/** For how many days a session is read after its last day, and whether that is sure. */
const readOn: Readonly<Record<FeedProvider, { readonly days: number; readonly isKnown: boolean }>> = {
  OPEN_STATES_API: { days: readOnDays.openStates, isKnown: true },
  OPEN_STATES_BULK: { days: readOnDays.openStates, isKnown: true },
  LEGISCAN_API: { days: readOnDays.legiscan, isKnown: false },
  LEGISCAN_DATASET: { days: readOnDays.legiscan, isKnown: false },
  CONGRESS_GOV: { days: readOnDays.congress, isKnown: true },
};

interface CalendarSession {
  readonly session: Session;
  /** How many tracked bills of it are not decided. */
  readonly pending: number;
  /** The day of its legislature, YYYY-MM-DD. */
  readonly today: string;
}

/** Whether and why a session is to be read; undefined when it is not, or its days are not known. */
function expectSession(
  { session, pending, today }: CalendarSession,
  provider: FeedProvider,
): ExpectedSession | undefined {
  const days = listSessionDays(session);
  if (days && days.first <= today && today <= days.last)
    return { session, reason: 'IN_SESSION', until: days.last };
  if (pending > 0 && days && today < days.first) return { session, reason: 'PREFILED', until: days.last };
  if (pending > 0) return { session, reason: 'UNTIL_DECIDED' };
  const { days: more, isKnown } = readOn[provider];
  const until = days && addDays(days.last, more);
  if (!days || until === undefined || today < days.first || today > until) return undefined;
  return { session, reason: 'AFTER_ADJOURNMENT', ...(isKnown && { until }) };
}

/** What a feed is expected to bring. */
export function expectFeed(
  { provider, stateIds, sessions: named }: Pick<FeedItem, 'provider' | 'stateIds' | 'sessions'>,
  calendar: readonly CalendarSession[],
): Expectation {
  const own = calendar.filter(
    ({ session }) =>
      stateIds.includes(session.stateId) &&
      (named.length === 0 || named.some((name) => matchesSessionName(session, name))),
  );
  const sessions = own
    .flatMap((one) => expectSession(one, provider) ?? [])
    .toSorted((a, b) => a.session.stateId - b.session.stateId || a.session.id - b.session.id);
  if (sessions.length > 0) return { sessions };
  const [nothingUntil] = own
    .flatMap(({ session, today }) => {
      const first = listSessionDays(session)?.first;
      return first !== undefined && first > today ? [first] : [];
    })
    .toSorted();
  return { sessions, nothingUntil };
}

/** The sessions of more states are read all at once. */
const MAX_QUERIES = 10;

/** What each of these feeds is expected to bring. */
export async function loadExpectations(
  tenant: TenantStore,
  feeds: readonly FeedItem[],
  now: Date,
): Promise<ReadonlyMap<string, Expectation>> {
  const stateIds = [...new Set(feeds.flatMap((feed) => feed.stateIds))];
  const [sessions, covered] = await Promise.all([
    stateIds.length > MAX_QUERIES
      ? listSessions(tenant)
      : Promise.all(stateIds.map((stateId) => listSessions(tenant, { stateId }))).then((lists) =>
          lists.flat(),
        ),
    stateIds.length === 0 ? [] : loadCoverage(tenant, { stateIds, now }, feeds),
  ]);
  const pending = new Map(covered.map((one) => [one.session.id, countPending(one)]));
  const calendar = sessions.map((session) => ({
    session,
    pending: pending.get(session.id) ?? 0,
    today: dayOfState(session.stateId, now),
  }));
  return new Map(feeds.map((feed) => [feed.id, expectFeed(feed, calendar)]));
}

/** The same of one feed. */
export const loadExpectation = async (tenant: TenantStore, feed: FeedItem, now: Date): Promise<Expectation> =>
  (await loadExpectations(tenant, [feed], now)).get(feed.id) ?? { sessions: [] };
