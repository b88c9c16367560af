// What a person has decided about broadcasts, in the interface's form.
import type { Agreement } from '../../../../shared/mail-consent/agreement.ts';
import type { Choices, Decision } from '../../../../shared/mail-consent/consent.ts';
import type { AddressItem, ConsentItem } from '../../../../shared/mail-consent/store.ts';

const presentDecision = ({ date, by, broadcastId, note }: Decision) => ({
  ...{ date, by, broadcastId: broadcastId ?? null, note: note ?? null },
});

const presentAgreement = ({ date, by, text, listIds, requestedDate, origin, ip }: Agreement) => ({
  ...{ date, by, text: text ?? null, listIds: [...(listIds ?? [])] },
  ...{ requestedDate: requestedDate ?? null, origin: origin ?? null, ip: ip ?? null },
});

const presentChoices = ({ agreed = [], optedOut, left, topicsOff, frequency }: Choices) => ({
  agreed: agreed.map(presentAgreement),
  optedOut: optedOut ? presentDecision(optedOut) : null,
  left: Object.entries(left ?? {}).map(([listId, decision]) => ({
    ...{ listId, decision: presentDecision(decision) },
  })),
  topicsOff: [...(topicsOff ?? [])],
  frequency: frequency ?? ('all' as const),
});

const presentAddress = (address: AddressItem) => {
  const { suppressed } = address;
  return {
    suppressed: suppressed
      ? { reason: suppressed.reason, date: suppressed.date, detail: suppressed.detail ?? null }
      : null,
    ...presentChoices(address),
  };
};

/** @param address the main address of the person, undefined for who has none */
export const presentMailPreferences = (consent: ConsentItem, address: AddressItem | undefined) => ({
  personId: consent.personId,
  ...presentChoices(consent),
  ofAddress: address ? presentAddress(address) : null,
});
