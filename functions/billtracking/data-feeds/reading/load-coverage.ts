// The sessions with tracked bills that are not decided, and whether feeds read them. The cost depends on the number of these sessions
// and of feeds, and not on that of bills.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { sessionsById } from '../../../../shared/legislature/sessions/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { PendingStage } from '../../bills/record/bill.ts';
import { listPendingSessions, pendingList } from '../../bills/record/pending-bill.ts';
import type { FeedItem } from '../record/feed.ts';
import { listSessionReads } from '../record/session-read.ts';
import { listFeeds } from '../record/store.ts';
import { listOpenStages, type SessionFacts } from './rules.ts';

/** A session with tracked bills that are still to be decided. */
export interface CoveredSession extends SessionFacts {
  readonly session: Session;
  /** How many bills there are of each stage, those first that the legislature passed. */
  readonly stages: readonly { readonly stage: PendingStage; readonly bills: number }[];
}

interface CoverageQuery {
  /** Undefined: of all states. */
  readonly stateIds?: readonly number[] | undefined;
  readonly now: Date;
}

/** The day of a session's legislature. */
export const dayOfState = (stateId: number, moment: string | Date): string =>
  toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', new Date(moment));

/** How many bills a session has that are still to be decided. */
export const countPending = ({ stages }: CoveredSession): number =>
  stages.reduce((sum, { bills }) => sum + bills, 0);

/** The sessions of these states with tracked bills that are still to be decided, by state and session. */
export async function loadCoverage(
  tenant: TenantStore,
  { stateIds, now }: CoverageQuery,
  knownFeeds?: readonly FeedItem[],
): Promise<readonly CoveredSession[]> {
  const [pending, reads, feeds] = await Promise.all([
    listPendingSessions(tenant),
    listSessionReads(tenant),
    knownFeeds ?? listFeeds(tenant),
  ]);
  const ofStates = pending.filter(({ stateId }) => stateIds?.includes(stateId) ?? true);
  // A session that was merged into another has no bills.
  const sessions = await sessionsById(
    tenant,
    ofStates.map(({ sessionId }) => sessionId),
  );
  const found = await Promise.all(
    sessions
      .filter((session) => session !== undefined)
      .map(async (session): Promise<CoveredSession> => {
        const { id: sessionId, stateId } = session;
        const own = reads.filter((read) => read.sessionId === sessionId);
        const last = own
          .map(({ lastReadDate }) => lastReadDate)
          .toSorted()
          .at(-1);
        const open = listOpenStages(
          session,
          last === undefined ? undefined : dayOfState(stateId, last),
          dayOfState(stateId, now),
        );
        const stages = await Promise.all(
          open.map(async (stage) => ({
            stage,
            bills: await pendingList(tenant, { sessionId, stage }).total(),
          })),
        );
        const feedsOfState = feeds.filter((feed) => feed.stateIds.includes(stateId));
        return { session, stages, reads: own, feeds: feedsOfState };
      }),
  );
  return found
    .filter((one) => countPending(one) > 0)
    .toSorted((a, b) => a.session.stateId - b.session.stateId || a.session.id - b.session.id);
}
