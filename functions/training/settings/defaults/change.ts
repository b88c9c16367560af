// Changes and presents the settings of training.

import { presentCancellationTerms, termsOrCurrent } from '../../prices/cancellation-terms.ts';
import { defaultRetakeRule, getOfficeRole, type TrainingSettingsItem } from '../../training-settings.ts';
import type { CertificationSettingsInput, RegistrationSettingsInput } from './contract.ts';

/** The different numbers of days, largest first. */
const sortDescending = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => b - a);

/** The version and the dates after a change. */
export const nextVersion = (before: TrainingSettingsItem, now: Date) => ({
  version: before.version + 1,
  createdDate: before.version === 0 ? now.toISOString() : before.createdDate,
  modifiedDate: now.toISOString(),
});

/** Applies sent registration settings and gives the item the next version. */
export function applyRegistrationInput(
  before: TrainingSettingsItem,
  {
    currency,
    unmetExperience,
    retakeMonths,
    retakeRegistration,
    cancellation,
    ...sent
  }: RegistrationSettingsInput,
  now: Date,
): TrainingSettingsItem {
  const current = before.registration;
  const retake = before.retake ?? defaultRetakeRule;
  return {
    ...before,
    ...nextVersion(before, now),
    currency: currency ?? before.currency,
    unmetExperience: unmetExperience ?? before.unmetExperience,
    retake: {
      months: retakeMonths ?? retake.months,
      registration: retakeRegistration ?? retake.registration,
    },
    registration: {
      offerHours: sent.offerHours ?? current.offerHours,
      pendingHoldsSeat: sent.pendingHoldsSeat ?? current.pendingHoldsSeat,
      mayReapplyAfterDenial: sent.mayReapplyAfterDenial ?? current.mayReapplyAfterDenial,
      waitlistSize: sent.waitlistSize ?? current.waitlistSize,
      cancellation: termsOrCurrent(cancellation, current.cancellation),
      reminderDays: sortDescending(sent.reminderDays ?? current.reminderDays),
    },
  };
}

/** Applies sent certification settings and gives the item the next version. */
export function applyCertificationInput(
  before: TrainingSettingsItem,
  sent: CertificationSettingsInput,
  now: Date,
): TrainingSettingsItem {
  const current = before.certification;
  return {
    ...before,
    ...nextVersion(before, now),
    certification: {
      graceDays: sent.graceDays ?? current.graceDays,
      renewalOpensDays: sent.renewalOpensDays ?? current.renewalOpensDays,
      officeRole: sent.officeRole ?? current.officeRole,
      reminderDays: sortDescending(sent.reminderDays ?? current.reminderDays),
    },
  };
}

/** When the settings were last changed; undefined when they never were. */
export const lastModified = ({ version, modifiedDate }: TrainingSettingsItem) =>
  version === 0 ? undefined : modifiedDate;

/** Presents the registration settings. */
export const presentRegistrationSettings = (item: TrainingSettingsItem) => ({
  currency: item.currency,
  unmetExperience: item.unmetExperience ?? 'declaration',
  retakeMonths: (item.retake ?? defaultRetakeRule).months,
  retakeRegistration: (item.retake ?? defaultRetakeRule).registration,
  ...item.registration,
  cancellation: item.registration.cancellation && presentCancellationTerms(item.registration.cancellation),
  modifiedDate: lastModified(item),
});

/** Presents the certification settings. */
export const presentCertificationSettings = (item: TrainingSettingsItem) => ({
  ...item.certification,
  officeRole: getOfficeRole(item.certification),
  modifiedDate: lastModified(item),
});
