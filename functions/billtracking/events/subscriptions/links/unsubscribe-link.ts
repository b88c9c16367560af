// The link in each mail by which its receiver unsubscribes without signing in (RFC 8058).
//
// Each mail has its own link, of which only a hash is stored: read access to the table is not enough to unsubscribe.
import { type Change, put } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import { subscriptionPartition } from '../../../../../shared/subscriptions/delivery-store.ts';
import {
  buildLinkToken,
  hashToken,
  parseSubscriptionId,
} from '../../../../../shared/subscriptions/subscription.ts';

/** A link as it is stored. */
interface UnsubscribeItem {
  readonly type: 'event-unsubscribe';
  readonly subscriptionId: string;
  /** The address the mail was sent to. */
  readonly email: string;
  /** Epoch seconds after which it is deleted. */
  readonly ttl: number;
}

/** How long a link is valid: half a year, for mail that is read late. */
const RETENTION_SECONDS = 182 * 24 * 3600;

const unsubscribeKey = (tenant: TenantStore, subscriptionId: string, token: string): Key<UnsubscribeItem> =>
  tenant.key(subscriptionPartition(subscriptionId), `UNSUBSCRIBE#${hashToken(token)}`);

/** Stores a link under the hash of its token. */
export const putUnsubscribeLink = (
  tenant: TenantStore,
  { id, email }: { readonly id: string; readonly email: string },
  token: string,
  now: Date,
): Change =>
  put(unsubscribeKey(tenant, id, token), {
    type: 'event-unsubscribe',
    subscriptionId: id,
    email,
    ttl: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
  });

/** The link for one mail to an address, with the headers that mail programs read (RFC 2369, RFC 8058). */
export function buildUnsubscribeLink(
  {
    tenant,
    newId,
    url: toUrl,
  }: {
    readonly tenant: TenantStore;
    readonly newId: () => string;
    readonly url: (path: string) => string;
  },
  subscription: { readonly id: string; readonly email: string },
  now: Date,
): { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly change: Change } {
  const token = buildLinkToken(subscription.id, `${newId()}${newId()}`);
  const url = toUrl(`/api/1.0/Unsubscribe/${tenant.code}/${token}`);
  return {
    url,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    change: putUnsubscribeLink(tenant, subscription, token, now),
  };
}

/** The address and the subscription of a link; undefined when there is no such link. One read. */
export async function findUnsubscribeLink(
  tenant: TenantStore,
  token: string,
): Promise<Pick<UnsubscribeItem, 'subscriptionId' | 'email'> | undefined> {
  const id = parseSubscriptionId(token);
  return id === undefined ? undefined : tenant.get(unsubscribeKey(tenant, id, token));
}
