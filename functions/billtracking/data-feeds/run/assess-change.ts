// What a change of a feed by a person leaves unread: the administrators get a mail, and the feed says so.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { describeUnreadSessions, findUnreadSessions } from '../reading/find-unread-sessions.ts';
import type { FeedHealth, FeedItem, FeedLogItem } from '../record/feed.ts';

/** Whether a feed may read less than before. */
const readsLess = (before: FeedItem, after: FeedItem | undefined): boolean =>
  !after ||
  (after.isPaused && !before.isPaused) ||
  before.stateIds.some((stateId) => !after.stateIds.includes(stateId));

/** The health of a feed that was changed or deleted, and the mails about it; nothing where all sessions are still read. */
export async function assessChange(
  tenant: TenantStore,
  { before, after }: { readonly before: FeedItem; readonly after: FeedItem | undefined },
  line: FeedLogItem | undefined,
  now: Date,
): Promise<{ readonly health?: FeedHealth; readonly mails: readonly Change[] }> {
  if (!readsLess(before, after)) return { mails: [] };
  const changed = { feedId: before.id, feed: after };
  const unread = await findUnreadSessions(tenant, { stateIds: before.stateIds, now, changed });
  const reason = describeUnreadSessions(unread);
  if (reason === undefined || before.health?.state === 'UNREAD') return { mails: [] };
  const health: FeedHealth = { state: 'UNREAD', since: now.toISOString(), reason };
  const { buildAlarms } = await import('./alarms.ts');
  const version = before.version + 1;
  const mails = await buildAlarms(
    tenant,
    after ?? before,
    health,
    { version, lastBroughtDate: line?.lastBroughtDate },
    now,
  );
  return { health, mails };
}
