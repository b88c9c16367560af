// What a person has decided about broadcasts, in the interface's form.
import type { Decision } from '../../../../shared/mail-consent/consent.ts';
import type { ConsentItem } from '../../../../shared/mail-consent/store.ts';

const presentDecision = ({ date, by, broadcastId, note }: Decision) => ({
  ...{ date, by, broadcastId: broadcastId ?? null, note: note ?? null },
});

export const presentMailPreferences = ({ personId, optedOut, left, topicsOff, frequency }: ConsentItem) => ({
  personId,
  optedOut: optedOut ? presentDecision(optedOut) : null,
  left: Object.entries(left ?? {}).map(([listId, decision]) => ({
    ...{ listId, decision: presentDecision(decision) },
  })),
  topicsOff: topicsOff ?? [],
  frequency: frequency ?? ('all' as const),
});
