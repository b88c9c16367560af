// The receiver of mail must consent first, so that nobody gets mail because someone else entered their address.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { putMail } from '../../../../shared/mail/outbox.ts';
import { countRequestedMail, maxRequestedMails } from '../../../../shared/mail/requested-mails.ts';
import {
  buildLinkToken,
  channelEmail,
  hasAgreed,
  hashToken,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { buildConfirmationMail, CONFIRMATION_DAYS } from './confirmation-mail.ts';

const DAY = 24 * 3600;

/** What sending a consent request needs. */
export interface ConsentContext {
  readonly tenant: TenantStore;
  readonly settings: Pick<TenantItem, 'name'>;
  /** Real time, by which links expire. */
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly url: (path: string) => string;
}

const isSameAddress = (address: string, other: string | undefined): boolean =>
  address.toLowerCase() === other?.toLowerCase();

/** Whether the channel has an address that has not agreed; then the caller's own address must be looked up. */
export const needsConsent = (subscription: SubscriptionItem): boolean =>
  channelEmail(subscription.channel) !== undefined && !hasAgreed(subscription);

/** Whether the address of the channel was sent a consent request whose link is still valid. */
const isAwaitingConsent = ({ channel, asked: request }: SubscriptionItem, now: Date): boolean =>
  request !== undefined &&
  isSameAddress(channelEmail(channel) ?? '', request.email) &&
  Date.parse(request.expires) > now.getTime();

const confirmationPath = (tenant: TenantStore, token: string): string =>
  `/api/1.0/Confirmations/${tenant.code}/${token}`;

/** Counts a consent request, so that nobody is flooded with them. */
const countConsentRequest = (tenant: TenantStore, address: string, now: Date): Change =>
  countRequestedMail(
    tenant,
    { purpose: 'consent', address },
    conflict(
      `${address} got ${maxRequestedMails} requests to confirm today, which is the maximum; try again tomorrow.`,
      'channel.email',
    ),
    now,
  );

/**
 * Makes sure that the receiver has agreed. The caller's own address counts as agreed; any other gets one mail asking it
 * to confirm, and until it does no digest is sent. A paused or disabled one requests consent only when it is resumed.
 * @param callerEmail the caller's own address, if it is known
 */
export function applyConsent(
  subscription: SubscriptionItem,
  callerEmail: string | undefined,
  { tenant, settings, receivedAt, newId, url }: ConsentContext,
): { readonly subscription: SubscriptionItem; readonly changes: readonly Change[] } {
  const { id, channel, status } = subscription;
  const isMail = channel.type === 'mail';
  const address = channelEmail(channel);
  const confirmedStatus = status === 'unconfirmed' ? ('active' as const) : status;
  if (address === undefined || hasAgreed(subscription))
    return { subscription: { ...subscription, status: confirmedStatus }, changes: [] };
  if (isSameAddress(address, callerEmail))
    return {
      subscription: { ...subscription, status: confirmedStatus, agreedEmail: address, asked: undefined },
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
