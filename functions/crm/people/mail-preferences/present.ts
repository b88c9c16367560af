// What a person has decided about broadcasts, in the interface's form.
import type { Choices, Decision } from '../../../../shared/mail-consent/consent.ts';
import type { AddressItem, ConsentItem } from '../../../../shared/mail-consent/store.ts';

const presentDecision = ({ date, by, broadcastId, note }: Decision) => ({
  ...{ date, by, broadcastId: broadcastId ?? null, note: note ?? null },
});

const presentChoices = ({ optedOut, left, topicsOff, frequency }: Choices) => ({
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
