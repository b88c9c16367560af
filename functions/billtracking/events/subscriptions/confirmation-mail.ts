// The one mail an address gets before it has agreed. It holds no text that the person who subscribed could choose.
import type { SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';

/** How many days the link is valid. */
export const CONFIRMATION_DAYS = 14;

/** The mail that asks an address to confirm; `link` is the page on which it does. */
export function buildConfirmationMail(
  { channel, what }: Pick<SubscriptionItem, 'channel' | 'what'>,
  associationName: string,
  link: string,
): { readonly subject: string; readonly text: string } {
  const [content, subject] =
    channel.type === 'mail'
      ? [
          `a digest of legislative hearings and bills, ${channel.digest.frequency}${what.keyDateReminders ? ', and reminders of key dates' : ''}`,
          'updates on hearings and bills',
        ]
      : ['a notification when one of its webhooks stops working', 'notifications about a webhook'];
  const text = [
    `Someone at ${associationName} subscribed this address to ${content}.`,
    `To receive it, confirm on this page within ${CONFIRMATION_DAYS} days:\n${link}`,
    'If you do not want it, do nothing: nothing more is sent to you, and the link expires.',
    associationName,
  ].join('\n\n');
  return { subject: `Please confirm: ${subject} from ${associationName}`, text: `${text}\n` };
}
