// Disables a webhook that takes nothing any more, and tells whoever looks after it.
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record-id.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import { findUserEmail } from '../find-user-email.ts';
import { hasAgreed } from '../mail-consent.ts';
import { replaceSubscription, subscriptionById } from '../store.ts';
import { applySubscriptionChange, channelEmail, type SubscriptionItem } from '../subscription.ts';
import type { Attempt } from './delivery.ts';

/** What the last try met, in words. */
const describeAttempt = ({ status, error }: Attempt): string =>
  status === undefined ? (error ?? 'There was no answer.') : `The receiver answered ${status}.`;

const disabledMailText = ({ name, channel }: SubscriptionItem, reason: string): string =>
  [
    `The webhook "${name}" is disabled.`,
    reason,
    `It was sent to ${channel.type === 'webhook' ? channel.url : ''}. Nothing more is sent there until somebody resumes the subscription. What could not be delivered is kept: resume the subscription when the receiver works again, and replay it from the day it stopped.`,
  ].join('\n\n');

/** Who looks after a subscription: the address it names, once that has agreed, or that of whoever made it. */
async function findContactEmail(
  tenant: TenantStore,
  subscription: SubscriptionItem,
): Promise<string | undefined> {
  const { channel, createdBy } = subscription;
  if (hasAgreed(subscription)) return channelEmail(channel);
  return createdBy && findUserEmail(tenant, createdBy);
}

/** The changes that disable a subscription, with the mail that says so; none when it is not active any more. */
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
    ? 'The receiver answered 410: it is gone for good.'
    : `Nothing was taken for three days. ${describeAttempt(attempt)}`;
  const after = applySubscriptionChange(before, { status: 'disabled', disabledReason }, now);
  const to = await findContactEmail(tenant, before);
  const mail = {
    to: to ?? '',
    subject: `Your webhook is disabled: ${before.name}`,
    text: `${disabledMailText(before, disabledReason)}\n`,
  };
  const mailId = recordId(tenant.code, 'webhook-disabled', `${before.id} ${after.version}`);
  return [
    replaceSubscription(tenant, before, after),
    ...(to === undefined ? [] : [putMail(tenant, mailId, mail, now)]),
  ];
}
