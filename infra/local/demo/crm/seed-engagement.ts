// The rules of the engagement score of a demo tenant. And the ranking by them.
import { randomUUID } from 'node:crypto';
import { rankPeople } from '../../../../functions/crm/advocacy/engagement/rank-people.ts';
import { defaultSettings } from '../../../../functions/crm/advocacy/engagement/record/rules.ts';
import {
  defaultRules,
  loadRules,
  loadRun,
  replaceRules,
  restartRun,
} from '../../../../functions/crm/advocacy/engagement/record/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';

/** Enables what the demo data has, unless the tenant has rules. */
export async function seedEngagement(tenant: TenantStore, now: Date): Promise<void> {
  const before = await loadRules(tenant, { consistent: true });
  if (before.version > 0) return;
  const moment = now.toISOString();
  const enable = <T extends object>(setting: T) => ({ ...setting, isEnabled: true });
  const settings = {
    ...defaultSettings,
    relationships: enable(defaultSettings.relationships),
    contacts: enable(defaultSettings.contacts),
    committees: enable(defaultSettings.committees),
    groups: enable(defaultSettings.groups),
    knowsOfficial: enable(defaultSettings.knowsOfficial),
  };
  const after = { ...defaultRules, settings, version: 1, createdDate: moment, modifiedDate: moment };
  const run = await loadRun(tenant, { consistent: true });
  await commit([replaceRules(tenant, before, after, undefined), restartRun(tenant, run, randomUUID(), now)]);
  const started = await loadRun(tenant, { consistent: true });
  if (started) await rankPeople(tenant, started, { now: () => now, newId: randomUUID, isInTime: () => true });
}
