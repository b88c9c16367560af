// The link in each mail by which its receiver unsubscribes, with no more than the mail in hand (RFC 8058).
//
// Each mail has a link of its own, of which a hash is kept: whoever reads the table can unsubscribe nobody.
import { type Change, put } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import { subscriptionPartition } from '../deliveries/store.ts';
import { buildLinkToken, hashToken, parseSubscriptionId } from '../subscription.ts';

/** A link as the table holds it. */
interface UnsubscribeItem {
  readonly type: 'event-unsubscribe';
  readonly subscriptionId: string;
  /** Who the mail went to. */
  readonly email: string;
  /** Epoch seconds after which it is forgotten. */
  readonly ttl: number;
}

/** How long a link works, in seconds: half a year, for mails that are read late. */
const RETENTION_SECONDS = 182 * 24 * 3600;

const unsubscribeKey = (tenant: TenantStore, subscriptionId: string, token: string): Key<UnsubscribeItem> =>
  tenant.key(subscriptionPartition(subscriptionId), `UNSUBSCRIBE#${hashToken(token)}`);

/** Keeps a link: by the token's hash alone. */
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

/** A link for one mail to an address of a subscription, and the headers that tell mail programs of it (RFC 2369, RFC 8058). */
export function buildUnsubscribeLink(
  {
    tenant,
    newId,
    url: addressOf,
  }: {
    readonly tenant: TenantStore;
    readonly newId: () => string;
    readonly url: (path: string) => string;
  },
  subscription: { readonly id: string; readonly email: string },
  now: Date,
): { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly change: Change } {
  const token = buildLinkToken(subscription.id, `${newId()}${newId()}`);
  const url = addressOf(`/api/1.0/Unsubscribe/${tenant.code}/${token}`);
  return {
    url,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    change: putUnsubscribeLink(tenant, subscription, token, now),
  };
}

/** Who a link unsubscribes from what; undefined when there is none such. One read. */
export async function findUnsubscribeLink(
  tenant: TenantStore,
  token: string,
): Promise<Pick<UnsubscribeItem, 'subscriptionId' | 'email'> | undefined> {
  const id = parseSubscriptionId(token);
  return id === undefined ? undefined : tenant.get(unsubscribeKey(tenant, id, token));
}
