// The sessions that a feed has read, whose tracked bills are not decided, and that no feed reads any more.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { FeedItem } from '../record/feed.ts';
import { type CoveredSession, countPending, dayOfState, loadCoverage } from './load-coverage.ts';
import { assessReading } from './rules.ts';

interface UnreadQuery {
  /** The states whose sessions are looked at. */
  readonly stateIds: readonly number[];
  readonly now: Date;
  /** The run of a feed that has just ended: it reads the sessions that it has read since then, ISO 8601. */
  readonly ended?: { readonly feedId: string; readonly startedDate: string };
  /** A feed as it is by now; undefined for one that is deleted. */
  readonly changed?: { readonly feedId: string; readonly feed: FeedItem | undefined };
}

/** The facts of a session when a run has just ended: what the run did not read, its feed no longer reads. */
function applyEndedRun(covered: CoveredSession, { ended }: UnreadQuery): CoveredSession {
  if (!ended) return covered;
  const { feedId, startedDate } = ended;
  const read = covered.reads.find((one) => one.feedId === feedId);
  const hasRead = read !== undefined && read.lastReadDate >= startedDate;
  return {
    ...covered,
    feeds: covered.feeds.flatMap((feed) =>
      feed.id !== feedId ? [feed] : hasRead ? [{ ...feed, health: undefined }] : [],
    ),
  };
}

/** The sessions that were read once, and are no longer read by any feed. */
export async function findUnreadSessions(
  tenant: TenantStore,
  query: UnreadQuery,
): Promise<readonly CoveredSession[]> {
  const { stateIds, now, changed } = query;
  const sessions = await loadCoverage(tenant, { stateIds, now });
  return sessions
    .map((covered) => ({
      ...covered,
      feeds: covered.feeds.flatMap((feed) => (feed.id === changed?.feedId ? (changed.feed ?? []) : [feed])),
    }))
    .map((covered) => applyEndedRun(covered, query))
    .filter((covered) => covered.reads.length > 0 && 'reason' in assessReading(covered, now));
}

/** Says which sessions are no longer read; undefined when all are. */
export function describeUnreadSessions(sessions: readonly CoveredSession[]): string | undefined {
  if (sessions.length === 0) return undefined;
  const named = sessions.slice(0, 3).map((covered) => {
    const bills = countPending(covered);
    const last =
      covered.reads
        .map(({ lastReadDate }) => lastReadDate)
        .toSorted()
        .at(-1) ?? '';
    return `${covered.session.name} (${bills === 1 ? '1 tracked bill' : `${bills} tracked bills`}, last read on ${dayOfState(covered.session.stateId, last)})`;
  });
  const more = sessions.length > named.length ? ` and ${sessions.length - named.length} more` : '';
  return `No data feed reads these sessions any more, although bills in them are not decided: ${named.join('; ')}${more}.`;
}
