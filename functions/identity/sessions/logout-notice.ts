// Logout notices: how an application learns of the end of a session in which it got codes (OpenID Connect Back-Channel
// Logout 1.0). Each is written in the transaction that ends the session, and sent until the application accepts it.
import type { ClientItem } from '../../../shared/auth/clients.ts';
import { getSignIn } from '../../../shared/auth/clients.ts';
import { type Change, ifAbsent, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { openTenant } from '../open-tenant.ts';
import type { SessionClient, SessionItem } from './session.ts';

/** A stored notice; removed once the application has accepted it. */
export interface LogoutNoticeItem {
  readonly type: 'logout-notice';
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The number of attempts. */
  readonly tries: number;
  /** Epoch milliseconds of the next attempt. */
  readonly dueAt: number;
  readonly ttl: number;
}

/** How many attempts a notice gets; the delays between them add up to about two hours. */
export const maxAttempts = 9;
/** How long an attempt holds a notice before another may claim it; longer than any attempt lasts. */
const claimMilliseconds = 60_000;
const retentionSeconds = 86_400;

const noticeKey = (tenant: TenantStore, id: string): Key<LogoutNoticeItem> =>
  tenant.key(`LOGOUT-NOTICE#${id}`, 'NOTICE');
const dueNotices = (tenant: TenantStore): Partition<LogoutNoticeItem> => tenant.dueListing('LOGOUT-NOTICES');
const formatDueTime = (moment: number): string => String(moment).padStart(15, '0');
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

const ifUnchanged = ({ tries, dueAt }: LogoutNoticeItem) => ({
  condition: {
    expression: '#tries = :seen AND #dueAt = :due',
    names: { '#tries': 'tries', '#dueAt': 'dueAt' },
    values: { ':seen': tries, ':due': dueAt },
  },
  onConflict: 'retry' as const,
});

/** A notice as it is after a change. */
export interface ChangedNotice {
  readonly change: Change;
  readonly notice: LogoutNoticeItem;
}

const moveNotice = (
  tenant: TenantStore,
  before: LogoutNoticeItem,
  set: Pick<LogoutNoticeItem, 'tries' | 'dueAt'>,
): ChangedNotice => {
  const notice = { ...before, ...set };
  const change = update(
    noticeKey(tenant, before.id),
    { set: { ...set, gsi1sk: formatSort(notice) } },
    ifUnchanged(before),
  );
  return { change, notice };
};

/** Claims a notice for an attempt; the change fails when another process claimed it first. */
export const claimNotice = (tenant: TenantStore, notice: LogoutNoticeItem, now: Date): ChangedNotice =>
  moveNotice(tenant, notice, { tries: notice.tries + 1, dueAt: now.getTime() + claimMilliseconds });

/** Whether a notice has had all its attempts. */
export const isExhausted = ({ tries }: LogoutNoticeItem): boolean => tries >= maxAttempts;

/** How long the first failed attempt is put off, in milliseconds. */
export const firstDelay = 30_000;

/** Puts off the next attempt: for half a minute, then twice as long each time, with jitter. @param random 0..1 */
export const postponeNotice = (
  tenant: TenantStore,
  notice: LogoutNoticeItem,
  now: Date,
  random: number,
): Change =>
  moveNotice(tenant, notice, {
    tries: notice.tries,
    dueAt: Math.round(now.getTime() + firstDelay * 2 ** (notice.tries - 1) * (0.75 + random / 2)),
  }).change;

/** Removes a notice that was sent, or that is given up. */
export const removeNotice = (tenant: TenantStore, notice: LogoutNoticeItem): Change =>
  remove(noticeKey(tenant, notice.id), ifUnchanged(notice));
