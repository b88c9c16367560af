// Suppressed addresses in the interface's form.
import type { AddressItem } from '../../../../shared/mail-consent/store.ts';

/** @param showsEmails whether the caller sees addresses of others */
export const presentSuppression = ({ address, suppressed }: AddressItem, showsEmails: boolean) => ({
  email: address === undefined ? null : showsEmails ? address : '',
  reason: suppressed?.reason ?? ('staff' as const),
  date: suppressed?.date ?? '',
  detail: suppressed?.detail ?? null,
  broadcastId: suppressed?.broadcastId ?? null,
});
