// Storage of the settings of training: one item, created by the first change.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import {
  defaultTrainingSettings,
  type TrainingSettingsItem,
  trainingSettingsKey,
} from '../../training-settings.ts';

/** The settings in a consistent read, or the defaults. */
export const loadCurrentSettings = async (tenant: TenantStore): Promise<TrainingSettingsItem> =>
  (await tenant.get(trainingSettingsKey(tenant), { consistent: true })) ?? defaultTrainingSettings;

/**
 * Replaces the settings that were read as `before`.
 * @throws Failure 412 when If-Match names another version
 */
export function replaceSettings(
  tenant: TenantStore,
  before: TrainingSettingsItem,
  after: TrainingSettingsItem,
  ifMatch: IfMatch | undefined,
): Change {
  const { condition, onConflict } = ifUnchanged(before.version, ifMatch);
  return put(trainingSettingsKey(tenant), after, {
    condition: before.version === 0 ? ifAbsent : condition,
    onConflict,
  });
}
