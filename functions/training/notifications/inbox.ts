// A person's notifications in the app, numbered 1, 2, 3, ... as they come.
//
// Numbers have no gaps and are never taken back, so the page of the newest, or any other, is a range of sort keys: exact
// totals and pages at one price, however many there are. What is unread stands in the index as well, until it is read
// itself; reading all at once moves one mark.
import { type Change, ifAbsent, ifVersion, put, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import type { NotificationKind } from './notification-kinds.ts';
import type { NotificationMessage } from './notification-message.ts';

/** A notification as the table holds it. */
interface NotificationItem {
  readonly type: 'notification';
  /** Its number among the person's own, from 1. */
  readonly number: number;
  readonly kind: NotificationKind;
  readonly message: string;
  readonly link?: NotificationMessage['link'];
  /** When what it tells happened, by the tenant's clock. */
  readonly createdDate: string;
  /** When it was read by itself; absent too when it was read with all others. */
  readonly readDate?: string;
}

/** How a person's notifications stand. */
interface InboxItem {
  readonly type: 'inbox';
  /** The number of the newest: as many as there are. */
  readonly newest: number;
  readonly unread: number;
  /** All up to this number were read at once, at `allReadDate`. */
  readonly readThrough: number;
  readonly allReadDate?: string;
  readonly version: number;
}

/** How it stands before the first notification. */
export const emptyInbox: InboxItem = { type: 'inbox', newest: 0, unread: 0, readThrough: 0, version: 0 };

const inboxPartition = (personId: string): string => `NOTIFICATIONS#${personId}`;
const padNumber = (number: number): string => String(number).padStart(9, '0');

export const inboxKey = (tenant: TenantStore, personId: string): Key<InboxItem> =>
  tenant.key(inboxPartition(personId), 'INBOX');
export const notificationKey = (
  tenant: TenantStore,
  personId: string,
  number: number,
): Key<NotificationItem> => tenant.key(inboxPartition(personId), `NOTIFICATION#${padNumber(number)}`);
/** Those that were not read by themselves, by number. */
const unreadNotifications = (tenant: TenantStore, personId: string): Partition<NotificationItem> =>
  tenant.listing(`UNREAD-NOTIFICATIONS#${personId}`);

/** Whether a notification was read, by itself or with all others. */
export const isRead = (
  { number, readDate }: Pick<NotificationItem, 'number' | 'readDate'>,
  { readThrough }: InboxItem,
): boolean => readDate !== undefined || number <= readThrough;

const updateInbox = (
  tenant: TenantStore,
  personId: string,
  before: InboxItem,
  after: Partial<InboxItem>,
): Change =>
  put(
    inboxKey(tenant, personId),
    { ...before, ...after, version: before.version + 1 },
    { condition: before.version === 0 ? ifAbsent : ifVersion(before.version), otherwise: 'decide again' },
  );

/** Adds a notification to what was read as `inbox`. Two changes. */
export function addNotification(
  tenant: TenantStore,
  personId: string,
  inbox: InboxItem,
  told: Pick<NotificationItem, 'kind' | 'message' | 'link' | 'createdDate'>,
): Change[] {
  const number = inbox.newest + 1;
  return [
    put(
      notificationKey(tenant, personId, number),
      { type: 'notification', number, ...told },
      {
        condition: ifAbsent,
        otherwise: 'decide again',
        listed: { listing: unreadNotifications(tenant, personId), sort: padNumber(number) },
      },
    ),
    updateInbox(tenant, personId, inbox, { newest: number, unread: inbox.unread + 1 }),
  ];
}

/** Marks one as read; nothing when it was. */
export const markRead = (
  tenant: TenantStore,
  personId: string,
  inbox: InboxItem,
  notification: NotificationItem,
  now: Date,
): Change[] =>
  isRead(notification, inbox)
    ? []
    : [
        update(
          notificationKey(tenant, personId, notification.number),
          { set: { readDate: now.toISOString() }, unset: ['gsi1pk', 'gsi1sk'] },
          {
            condition: { expression: 'attribute_not_exists(#readDate)', names: { '#readDate': 'readDate' } },
            otherwise: 'decide again',
          },
        ),
        updateInbox(tenant, personId, inbox, { unread: inbox.unread - 1 }),
      ];

/** Marks all as read that had come when the inbox was read; nothing when none was unread. */
export const markAllRead = (tenant: TenantStore, personId: string, inbox: InboxItem, now: Date): Change[] =>
  inbox.unread === 0
    ? []
    : [
        updateInbox(tenant, personId, inbox, {
          unread: 0,
          readThrough: inbox.newest,
          allReadDate: now.toISOString(),
        }),
      ];

/** Which page of the notifications, from 1. */
interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** A page of all, the newest first. One query of as many as the page holds. */
export async function loadPage(
  tenant: TenantStore,
  personId: string,
  { newest }: InboxItem,
  { page, pageSize }: PageRequest,
): Promise<readonly NotificationItem[]> {
  const last = newest - (page - 1) * pageSize;
  if (last < 1) return [];
  const first = Math.max(1, last - pageSize + 1);
  const found = await tenant.query(tenant.partition<NotificationItem>(inboxPartition(personId)), {
    from: `NOTIFICATION#${padNumber(first)}`,
    to: `NOTIFICATION#${padNumber(last)}`,
    backward: true,
  });
  return found.items;
}

/**
 * A page of the unread, the newest first. They have gaps, so those of the pages before are read too, about 15 a read
 * unit; whoever lets hundreds lie unread seldom leafs through them.
 */
export async function loadUnreadPage(
  tenant: TenantStore,
  personId: string,
  { readThrough, unread }: InboxItem,
  { page, pageSize }: PageRequest,
): Promise<readonly NotificationItem[]> {
  const skipped = (page - 1) * pageSize;
  if (skipped >= unread) return [];
  const { items } = await tenant.query(unreadNotifications(tenant, personId), {
    from: padNumber(readThrough + 1),
    backward: true,
    limit: skipped + pageSize,
  });
  return items.slice(skipped);
}

/** A notification as the interface shows it. */
export const presentNotification = (notification: NotificationItem, inbox: InboxItem) => {
  const { number, kind, message, link, createdDate } = notification;
  const read = isRead(notification, inbox);
  return {
    id: String(number),
    kind,
    message,
    ...(link && { link }),
    createdDate,
    isRead: read,
    ...(read && { readDate: notification.readDate ?? inbox.allReadDate }),
  };
};
