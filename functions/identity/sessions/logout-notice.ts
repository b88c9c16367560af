// Logout notices: how an application learns of the end of a session in which it got codes (OpenID Connect Back-Channel
// Logout 1.0). Each is written in the transaction that ends the session, and sent until the application accepts it.
import type { ClientItem } from '../../../shared/auth/clients/clients.ts';
import { getSignIn } from '../../../shared/auth/clients/clients.ts';
import { type Change, ifAbsent, ifSame, put, remove, update } from '../../../shared/data/changes.ts';
import { formatDueTime } from '../../../shared/data/due-partition.ts';
import type { Key, Partition, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { type Attempted, type AttemptKind, doubleFrom } from '../../../shared/jobs/attempts.ts';
import { openTenant } from '../administration/open-tenant.ts';
import type { SessionClient, SessionItem } from './session.ts';

/** A stored notice; removed once the application has accepted it. */
export interface LogoutNoticeItem extends Attempted {
  readonly type: 'logout-notice';
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly ttl: number;
}

/** The attempts of a notice: the delays between them double from half a minute, and add up to about two hours. */
export const noticeAttempts = { maxAttempts: 9, delayAfter: doubleFrom(30_000), jitter: 0.25 } as const;
const retentionSeconds = 86_400;

const noticeKey = (tenant: TenantStore, id: string): Key<LogoutNoticeItem> =>
  tenant.key(`LOGOUT-NOTICE#${id}`, 'NOTICE');
const dueNotices = (tenant: TenantStore): Partition<LogoutNoticeItem> => tenant.dueListing('LOGOUT-NOTICES');
const formatSort = ({ dueAt, id }: Pick<LogoutNoticeItem, 'dueAt' | 'id'>): string =>
  `${formatDueTime(dueAt)}#${id}`;

/** Notices to be sent as work that is due. */
export const dueNoticesKind = { listing: 'LOGOUT-NOTICES', moment: 'milliseconds' } as const;

/** The notices of a tenant that are due. */
export async function listDueNotices(tenant: TenantStore, now: Date): Promise<readonly LogoutNoticeItem[]> {
  const range = { to: `${formatDueTime(now.getTime())}~`, limit: 25 };
  return (await tenant.query(dueNotices(tenant), range)).items;
}

/** One notice. */
export const noticeById = (tenant: TenantStore, id: string): Promise<LogoutNoticeItem | undefined> =>
  tenant.get(noticeKey(tenant, id), { consistent: true });

/** The changes that tell applications of the end of a session: those that have registered an address for it. */
export function insertNotices(
  platform: PlatformStore,
  { id: sessionId, userId }: Pick<SessionItem, 'id' | 'userId'>,
  ended: readonly SessionClient[],
  clients: readonly (ClientItem | undefined)[],
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Change[] {
  const isTold = new Set(
    clients.flatMap((client) =>
      client?.status === 'active' && getSignIn(client).backchannelLogoutUri !== undefined ? [client.id] : [],
    ),
  );
  const dueAt = now.getTime();
  const ttl = Math.floor(dueAt / 1000) + retentionSeconds;
  return ended
    .filter(({ clientId }) => isTold.has(clientId))
    .map(({ clientId, tenantCode }) => {
      const tenant = openTenant(platform, tenantCode);
      const content = { id: newId(), clientId, userId, sessionId };
      const item: LogoutNoticeItem = { type: 'logout-notice', ...content, tries: 0, dueAt, ttl };
      const listed = { listing: dueNotices(tenant), sort: formatSort(item) };
      return put(noticeKey(tenant, item.id), item, { condition: ifAbsent, listed });
    });
}

const ifUnchanged = (notice: LogoutNoticeItem) => ifSame(notice, ['tries', 'dueAt']);

/** How a notice is attempted; it is removed once it was sent, and where it is given up. */
export function storeNotices(tenant: TenantStore): AttemptKind<LogoutNoticeItem> {
  const removeNotice = (notice: LogoutNoticeItem): Change =>
    remove(noticeKey(tenant, notice.id), ifUnchanged(notice));
  return {
    plan: noticeAttempts,
    claim: 60_000,
    move: (before, { tries, dueAt }) => {
      const set = { tries, dueAt, gsi1sk: formatSort({ ...before, dueAt }) };
      return update(noticeKey(tenant, before.id), { set }, ifUnchanged(before));
    },
    complete: removeNotice,
    giveUp: (notice) => [removeNotice(notice)],
  };
}
