// Storage of the settings of training: one item, created by the first change.
import type { AuditContext, AuditView } from '../../../shared/audit/audit.ts';
import type { AuditedSetting } from '../../../shared/audit/audited-settings.ts';
import { put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../shared/settings/audit.ts';
import {
  defaultTrainingSettings,
  type TrainingSettingsItem,
  trainingSettingsKey,
} from '../training-settings.ts';

/** The settings in a consistent read, or the defaults. */
export const loadCurrentSettings = async (tenant: TenantStore): Promise<TrainingSettingsItem> =>
  (await tenant.get(trainingSettingsKey(tenant), { consistent: true })) ?? defaultTrainingSettings;

/**
 * Replaces the settings that were read as `before`, audits the change as the interface presents it, and replies with the
 * new ones.
 * @throws Failure 412 when If-Match names another version
 */
export function writeSettings<V extends AuditView>(
  context: AuditContext & { readonly tenant: TenantStore; readonly ifMatch: IfMatch | undefined },
  {
    setting,
    before,
    after,
    present,
  }: {
    readonly setting: AuditedSetting;
    readonly before: TrainingSettingsItem;
    readonly after: TrainingSettingsItem;
    readonly present: (item: TrainingSettingsItem) => V;
  },
) {
  const { tenant, ifMatch } = context;
  const view = present(after);
  return write(
    [
      put(trainingSettingsKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch)),
      auditSettingChange(tenant, { setting, before: present(before), after: view }, context),
    ],
    ok(view, { version: after.version }),
  );
}
