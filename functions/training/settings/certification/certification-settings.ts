// Changes and presents the certification settings.
import { getOfficeRole, type TrainingSettingsItem } from '../../training-settings.ts';
import { lastModified, nextVersion, sortDescending } from '../version.ts';
import type { CertificationSettingsInput } from './contract.ts';

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

/** Presents the certification settings. */
export const presentCertificationSettings = (item: TrainingSettingsItem) => ({
  ...item.certification,
  officeRole: getOfficeRole(item.certification),
  modifiedDate: lastModified(item),
});
