// Stores what a recipient decides by a link: with the person, and with the address that the mail came to.

import { noteUseOfMail } from '../../../../../shared/broadcasts/recipients.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { Choices, Decision } from '../../../../../shared/mail-consent/consent.ts';
import { saveAddress, saveConsent } from '../../../../../shared/mail-consent/store.ts';
import type { LinkedRecipient } from './find-recipient.ts';

/** The choices without what is undefined. */
const tidy = (choices: Choices): Choices => ({
  optedOut: choices.optedOut,
  left: choices.left && Object.keys(choices.left).length > 0 ? choices.left : undefined,
  topicsOff: choices.topicsOff?.length ? choices.topicsOff : undefined,
  frequency: choices.frequency,
});

/** The changes by which new choices replace the former ones. */
export function saveChoices(
  { tenant, consent, address }: LinkedRecipient,
  change: (former: Choices) => Choices,
): Change[] {
  return [
    saveConsent(tenant, consent, tidy(change(consent))),
    ...(address.hash === '' ? [] : [saveAddress(tenant, address, tidy(change(address)))]),
  ];
}

/** The change that notes, and counts, that the recipient of a broadcast has unsubscribed. */
export function noteUnsubscription({ tenant, recipient }: LinkedRecipient, date: string): readonly Change[] {
  if (!recipient || recipient.unsubscribedDate !== undefined) return [];
  return noteUseOfMail(tenant, recipient, date, { unsubscribedDate: date });
}

/** The choices after leaving some lists; where there are none, after opting out. */
export const leave =
  (listIds: readonly string[], decision: Decision) =>
  (former: Choices): Choices =>
    listIds.length === 0
      ? { ...former, optedOut: former.optedOut ?? decision }
      : {
          ...former,
          left: { ...Object.fromEntries(listIds.map((id) => [id, decision])), ...former.left },
        };
