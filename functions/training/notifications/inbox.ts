// A person's notifications in the app, numbered 1, 2, 3, ... in the order of arrival.
//
// Numbers have no gaps and are never reused, so each page is a range of sort keys: totals are exact and every page
// costs the same. Unread notifications are also in the index until each is read; reading all at once writes only the
// inbox.
import { type Change, ifAbsent, ifVersion, insert, put, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { buildActionLink, hasLinkEnded, type NotificationAction } from './action-link.ts';
import type { NotificationKind } from './notification-kinds.ts';
import type { NotificationMessage } from './notification-message.ts';

/** A stored notification. */
interface NotificationItem {
  readonly type: 'notification';
  /** The number among the person's notifications, from 1. */
  readonly number: number;
  readonly kind: NotificationKind;
  readonly message: string;
  readonly link?: NotificationMessage['link'];
  readonly action?: NotificationAction | undefined;
  /** When the event happened, by the tenant's clock. */
  readonly createdDate: string;
  /** When this notification was marked as read; absent when it was marked together with all others. */
  readonly readDate?: string;
}

/** The counters of a person's notifications. */
interface InboxItem {
  readonly type: 'inbox';
  /** The number of the newest notification, which is also the total. */
  readonly newest: number;
  readonly unread: number;
  /** All notifications up to this number were marked as read at `allReadDate`. */
  readonly readThrough: number;
  readonly allReadDate?: string;
  readonly version: number;
}

/** The inbox before the first notification. */
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
/** The notifications that were not marked as read one by one, by number. */
const unreadNotifications = (tenant: TenantStore, personId: string): Partition<NotificationItem> =>
  tenant.listing(`UNREAD-NOTIFICATIONS#${personId}`);

/** Whether a notification was marked as read, alone or with all others. */
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
    { condition: before.version === 0 ? ifAbsent : ifVersion(before.version), onConflict: 'retry' },
  );

/** Adds a notification to the inbox that was read as `inbox`. Two changes. */
export function addNotification(
  tenant: TenantStore,
  personId: string,
  inbox: InboxItem,
  notification: Pick<NotificationItem, 'kind' | 'message' | 'link' | 'action' | 'createdDate'>,
): Change[] {
  const number = inbox.newest + 1;
  return [
    insert(
      notificationKey(tenant, personId, number),
      { type: 'notification', number, ...notification },
      { listed: { listing: unreadNotifications(tenant, personId), sort: padNumber(number) } },
    ),
    updateInbox(tenant, personId, inbox, { newest: number, unread: inbox.unread + 1 }),
  ];
}

/** Marks a notification as read; no change when it already is. */
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
            onConflict: 'retry',
          },
        ),
        updateInbox(tenant, personId, inbox, { unread: inbox.unread - 1 }),
      ];

/** Marks all notifications as read that were in the inbox when it was read; no change when none is unread. */
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

/** A page of the notifications, from 1. */
interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** Loads a page of all notifications, newest first. One query that reads only the page. */
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
 * Loads a page of unread notifications, newest first. Their numbers have gaps, so the pages before are read too, about
 * 15 notifications to a read unit.
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

/**
 * Presents a notification to its recipient. An expired link is left out.
 * @param now the tenant's time
 */
export async function presentNotification(
  tenant: TenantStore,
  personId: string,
  notification: NotificationItem,
  inbox: InboxItem,
  now: Date,
) {
  const { number, kind, message, link, action, createdDate } = notification;
  const read = isRead(notification, inbox);
  const isOpen = action !== undefined && !hasLinkEnded(action, now);
  return {
    id: String(number),
    kind,
    message,
    ...(link && { link }),
    ...(isOpen && {
      action: {
        ...(await buildActionLink(tenant, action, personId)),
        expires: new Date(action.expires * 1000).toISOString(),
      },
    }),
    createdDate,
    isRead: read,
    ...(read && { readDate: notification.readDate ?? inbox.allReadDate }),
  };
}
