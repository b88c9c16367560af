// The version of the settings of training and its dates, and the order of their reminders.
import type { TrainingSettingsItem } from '../training-settings.ts';

/** The version and the dates after a change. */
export const nextVersion = (before: TrainingSettingsItem, now: Date) => ({
  version: before.version + 1,
  createdDate: before.version === 0 ? now.toISOString() : before.createdDate,
  modifiedDate: now.toISOString(),
});

/** When the settings were last changed; undefined when they never were. */
export const lastModified = ({ version, modifiedDate }: TrainingSettingsItem) =>
  version === 0 ? undefined : modifiedDate;

/** The different numbers of days, largest first. */
export const sortDescending = (days: readonly number[]): number[] => [...new Set(days)].sort((a, b) => b - a);
