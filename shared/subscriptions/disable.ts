// Disables a subscription whose webhook no longer accepts messages, and notifies the person responsible.
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { recordId } from '../directory/record/record-id.ts';
import { putMail } from '../mail/outbox.ts';
import type { Attempt } from './delivery.ts';
import { findUserEmail } from './find-user-email.ts';
import { replaceSubscription, subscriptionById } from './store.ts';
import { applySubscriptionChange, channelEmail, hasAgreed, type SubscriptionItem } from './subscription.ts';

/** The outcome of an attempt, as text for people. */
const describeAttempt = ({ status, error }: Attempt): string =>
  status === undefined ? (error ?? 'There was no response.') : `The receiver responded ${status}.`;

const disabledMailText = ({ name, channel }: SubscriptionItem, reason: string): string =>
  [
    `The webhook "${name}" was disabled.`,
    reason,
    `Its address is ${channel.type === 'webhook' ? channel.url : ''}. Nothing more is sent there until someone resumes the subscription. Undelivered changes are stored: when the receiver works again, resume the subscription and replay it from the day it stopped.`,
  ].join('\n\n');

/** Who is notified: the address of the subscription once it has agreed, otherwise that of the creator. */
async function findContactEmail(
  tenant: TenantStore,
  subscription: SubscriptionItem,
): Promise<string | undefined> {
  const { channel, createdBy } = subscription;
  if (hasAgreed(subscription)) return channelEmail(channel);
  return createdBy && findUserEmail(tenant, createdBy);
}

/** Disables a subscription and mails a notification; no changes when it is no longer active. */
export async function disableSubscription(
  tenant: TenantStore,
  subscriptionId: string,
  attempt: Attempt,
  isGone: boolean,
  now: Date,
): Promise<Change[]> {
  const before = await subscriptionById(tenant, subscriptionId, { consistent: true });
  if (before?.status !== 'active') return [];
  const disabledReason = isGone
    ? 'The receiver responded 410: it no longer exists.'
    : `Nothing was accepted for three days. ${describeAttempt(attempt)}`;
  const after = applySubscriptionChange(before, { status: 'disabled', disabledReason }, now);
  const to = await findContactEmail(tenant, before);
  const mail = {
    to: to ?? '',
    subject: `Your webhook was disabled: ${before.name}`,
    text: `${disabledMailText(before, disabledReason)}\n`,
  };
  const mailId = recordId(tenant.code, 'webhook-disabled', `${before.id} ${after.version}`);
  return [
    replaceSubscription(tenant, before, after),
    ...(to === undefined ? [] : [putMail(tenant, mailId, mail, now)]),
  ];
}
