// Changes and presents the settings of training.

import type { CertificationSettingsInput, RegistrationSettingsInput } from './contract.ts';
import type { TrainingSettingsItem } from './training-settings.ts';

/** The different numbers of days, largest first. */
const sortDescending = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => b - a);

const nextVersion = (before: TrainingSettingsItem, now: Date) => ({
  version: before.version + 1,
  createdDate: before.version === 0 ? now.toISOString() : before.createdDate,
  modifiedDate: now.toISOString(),
});

/** Applies sent registration settings and gives the item the next version. */
export function applyRegistrationInput(
  before: TrainingSettingsItem,
  { currency, ...sent }: RegistrationSettingsInput,
  now: Date,
): TrainingSettingsItem {
  const kept = before.registration;
  return {
    ...before,
    ...nextVersion(before, now),
    currency: currency ?? before.currency,
    registration: {
      offerHours: sent.offerHours ?? kept.offerHours,
      pendingHoldsSeat: sent.pendingHoldsSeat ?? kept.pendingHoldsSeat,
      mayReapplyAfterDenial: sent.mayReapplyAfterDenial ?? kept.mayReapplyAfterDenial,
      waitlistSize: sent.waitlistSize ?? kept.waitlistSize,
      reminderDays: sortDescending(sent.reminderDays ?? kept.reminderDays),
    },
  };
}

/** Applies sent certification settings and gives the item the next version. */
export function applyCertificationInput(
  before: TrainingSettingsItem,
  sent: CertificationSettingsInput,
  now: Date,
): TrainingSettingsItem {
  const kept = before.certification;
  return {
    ...before,
    ...nextVersion(before, now),
    certification: {
      graceDays: sent.graceDays ?? kept.graceDays,
      renewalOpensDays: sent.renewalOpensDays ?? kept.renewalOpensDays,
      reminderDays: sortDescending(sent.reminderDays ?? kept.reminderDays),
    },
  };
}

const lastModified = ({ version, modifiedDate }: TrainingSettingsItem) =>
  version === 0 ? undefined : modifiedDate;

/** Presents the registration settings. */
export const presentRegistrationSettings = (item: TrainingSettingsItem) => ({
  currency: item.currency,
  ...item.registration,
  modifiedDate: lastModified(item),
});

/** Presents the certification settings. */
export const presentCertificationSettings = (item: TrainingSettingsItem) => ({
  ...item.certification,
  modifiedDate: lastModified(item),
});
