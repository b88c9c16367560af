// When a broadcast is paused because of what mail systems report about it. Amazon SES reviews an account at these rates of hard
// bounces and of complaints, and may stop it at higher ones (Amazon SES Developer Guide, "Reputation metrics messages").
import type { Figures } from '../../../../../shared/broadcast-figures/figures.ts';

/** The part of the mails sent, and the fewest reports: of a few mails one alone would be a high rate. */
export const bounceLimit = { rate: 0.05, fewest: 10 } as const;
export const complaintLimit = { rate: 0.001, fewest: 3 } as const;

const passes = (
  count: number,
  sent: number,
  { rate, fewest }: { readonly rate: number; readonly fewest: number },
): boolean => count >= fewest && count >= sent * rate;

/** Why a broadcast has to be paused, in words; undefined where nothing speaks against the next mails. */
export function findRisk({ sent = 0, hardBounced = 0, complained = 0 }: Figures): string | undefined {
  const counts = [
    ...(passes(hardBounced, sent, bounceLimit)
      ? [`${hardBounced} came back because there is no mailbox`]
      : []),
    ...(passes(complained, sent, complaintLimit) ? [`${complained} were reported as unwanted`] : []),
  ];
  if (counts.length === 0) return undefined;
  return `Of ${sent} mails ${counts.join(' and ')}. More of them would harm the delivery of all mails; check the lists, and resume the broadcast to send the rest anyway.`;
}
