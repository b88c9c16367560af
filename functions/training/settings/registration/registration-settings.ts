// Changes and presents the registration settings.
import { presentCancellationTerms, termsOrCurrent } from '../../prices/cancellation-terms.ts';
import { defaultRetakeRule, type TrainingSettingsItem } from '../../training-settings.ts';
import { lastModified, nextVersion, sortDescending } from '../version.ts';
import type { RegistrationSettingsInput } from './contract.ts';

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
