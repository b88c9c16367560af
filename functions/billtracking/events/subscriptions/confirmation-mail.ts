// The one mail that an address gets before it has agreed. It holds no word that whoever asks could choose.
import type { SubscriptionItem } from './subscription.ts';

/** For how many days the link opens. */
export const CONFIRMATION_DAYS = 14;

/** What the address is asked, with the address of the page on which it agrees. */
export function buildConfirmationMail(
  { channel }: Pick<SubscriptionItem, 'channel'>,
  associationName: string,
  link: string,
): { readonly subject: string; readonly text: string } {
  const [what, subject] =
    channel.type === 'mail'
      ? [
          `a digest of legislative hearings and bills, ${channel.digest.frequency}`,
          'news of hearings and bills',
        ]
      : ['a notice when a webhook of theirs stops working', 'notices about a webhook'];
  const text = [
    `Somebody at ${associationName} wants this address to get ${what}.`,
    `If you want it, confirm on this page within ${CONFIRMATION_DAYS} days:\n${link}`,
    'If you do not, do nothing: nothing more is sent to you, and the link ends by itself.',
    associationName,
  ].join('\n\n');
  return { subject: `Please confirm: ${subject} from ${associationName}`, text: `${text}\n` };
}
