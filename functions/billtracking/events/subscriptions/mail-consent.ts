// Whoever gets the mail of a subscription agrees to it first: nobody is mailed because somebody else wrote their address.
import type { TenantItem } from '../../../../shared/auth/records.ts';
import { type Change, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { buildConfirmationMail, CONFIRMATION_DAYS } from './confirmation-mail.ts';
import { buildLinkToken, channelEmail, hashToken, type SubscriptionItem } from './subscription.ts';

const DAY = 24 * 3600;
/** How often an address may be asked in a day (UTC), whoever wants it and however many subscriptions. */
const MAX_REQUESTS_PER_DAY = 5;

/** What asking an address needs. */
export interface ConsentContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'name'>;
  /** Real time: links end by it. */
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly url: (path: string) => string;
}

const isSameAddress = (address: string, other: string | undefined): boolean =>
  address.toLowerCase() === other?.toLowerCase();

/** Whether the address in the channel has agreed to get mail. */
export const hasAgreed = ({ channel, agreedEmail }: SubscriptionItem): boolean => {
  const address = channelEmail(channel);
  return address !== undefined && isSameAddress(address, agreedEmail);
};

/** Whether the channel has an address that has not agreed: whether it is the caller's own has then to be known. */
export const needsConsent = (subscription: SubscriptionItem): boolean =>
  channelEmail(subscription.channel) !== undefined && !hasAgreed(subscription);

/** Whether the address in the channel was asked, and its link is still open. */
const isAwaitingConsent = ({ channel, asked }: SubscriptionItem, now: Date): boolean =>
  asked !== undefined &&
  isSameAddress(channelEmail(channel) ?? '', asked.email) &&
  Date.parse(asked.expires) > now.getTime();

const confirmationPath = (tenant: TenantStore, token: string): string =>
  `/api/1.0/Confirmations/${tenant.code}/${token}`;

/** Counts that an address is asked, so that nobody is flooded with questions. */
function countConsentRequest(tenant: TenantStore, address: string, now: Date): Change {
  interface AskedItem {
    readonly type: 'event-asked';
    readonly count: number;
    readonly ttl: number;
  }
  const key = tenant.key<AskedItem>(
    `EVENT-ASKED#${hashToken(address.toLowerCase())}`,
    now.toISOString().slice(0, 10),
  );
  const ttl = Math.floor(now.getTime() / 1000) + 2 * DAY;
  return update(
    key,
    { set: { type: 'event-asked', ttl }, add: { count: 1 } },
    {
      condition: {
        expression: 'attribute_not_exists(pk) OR #count < :most',
        names: { '#count': 'count' },
        values: { ':most': MAX_REQUESTS_PER_DAY },
      },
      otherwise: conflict(
        `${address} was asked ${MAX_REQUESTS_PER_DAY} times today whether it wants mail; ask again tomorrow.`,
        'channel.email',
      ),
    },
  );
}

/**
 * A subscription as it may be written: where its address is the caller's own it has agreed, where it is another it is
 * asked by one mail, and a digest is sent nowhere until it agrees. One that rests is not asked: it is when it is resumed.
 * @param own the caller's own address, if it is known
 */
export function applyConsent(
  subscription: SubscriptionItem,
  own: string | undefined,
  { tenant, settings, receivedAt, newId, url }: ConsentContext,
): { readonly subscription: SubscriptionItem; readonly changes: readonly Change[] } {
  const { id, channel, status } = subscription;
  const isMail = channel.type === 'mail';
  const address = channelEmail(channel);
  const goesOn = status === 'unconfirmed' ? ('active' as const) : status;
  if (address === undefined || hasAgreed(subscription))
    return { subscription: { ...subscription, status: goesOn }, changes: [] };
  if (isSameAddress(address, own))
    return {
      subscription: { ...subscription, status: goesOn, agreedEmail: address, asked: undefined },
      changes: [],
    };
  if (isMail && (status === 'paused' || status === 'disabled')) return { subscription, changes: [] };
  const waiting = { ...subscription, ...(isMail && { status: 'unconfirmed' as const }) };
  if (isAwaitingConsent(subscription, receivedAt)) return { subscription: waiting, changes: [] };
  const token = buildLinkToken(id, `${newId()}${newId()}`);
  const expires = new Date(receivedAt.getTime() + CONFIRMATION_DAYS * DAY * 1000).toISOString();
  const mail = buildConfirmationMail(subscription, settings.name, url(confirmationPath(tenant, token)));
  return {
    subscription: { ...waiting, asked: { email: address, hash: hashToken(token), expires } },
    changes: [
      countConsentRequest(tenant, address, receivedAt),
      putMail(tenant, newId(), { to: address, ...mail }, receivedAt),
    ],
  };
}
