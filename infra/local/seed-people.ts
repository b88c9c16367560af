// Gives the demo tenants their managers, and tells who teaches the demo classes.
import {
  buildInstructorChanges,
  loadInstructors,
} from '../../functions/training/classes/instructor-entries.ts';
import { classesById, listClassesByStart } from '../../functions/training/classes/store.ts';
import { type Managed, type ManagerItem, managerKey } from '../../functions/training/people/manager.ts';
import { commit, put } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { demoManagers } from './demo-people.ts';

/**
 * Seeds a tenant's managers, if there are some for it and none of them is there, and returns the ids that examples name:
 * somebody who could manage, and somebody whose manager can be removed.
 */
export async function seedPeople(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const demo = demoManagers[tenant.code];
  if (demo === undefined) return {};
  const idOf = (of: Managed, key: string): string => recordId(tenant.code, `${of}:demo`, key);
  const moment = now.toISOString();
  const itemsOf = (of: Managed, managers: Readonly<Record<string, string>>) =>
    Object.entries(managers).map(
      ([key, manager]): ManagerItem => ({
        type: 'manager',
        id: idOf(of, key),
        of,
        managerId: idOf('person', manager),
        version: 1,
        createdDate: moment,
        modifiedDate: moment,
        schemaVersion: 1,
      }),
    );
  const items = [...itemsOf('person', demo.people), ...itemsOf('organization', demo.organizations)];
  const kept = await tenant.getMany(
    items.map(({ of, id }) => managerKey(tenant, of, id)),
    { consistent: true },
  );
  if (kept.every((one) => one === undefined))
    await commit(items.map((item) => put(managerKey(tenant, item.of, item.id), item)));
  await tellWhoTeaches(tenant);
  return {
    managerId: idOf('person', demo.spare),
    managedPersonId: idOf('person', Object.keys(demo.people).at(-1) ?? ''),
  };
}

/** The demo classes are seeded in one transaction, which may write an instructor's row once only. */
async function tellWhoTeaches(tenant: TenantStore): Promise<void> {
  if ((await loadInstructors(tenant)).length > 0) return;
  const entries = await listClassesByStart(tenant);
  const classes = await classesById(
    tenant,
    entries.map(({ id }) => id),
  );
  for (const item of classes) await commit(buildInstructorChanges(tenant, undefined, item));
}
