// A group of people of a demo tenant, owned by the first of them.
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { buildGroupChanges, buildMemberChanges, groupKey } from '../../../shared/directory/group-store.ts';
import { peopleById } from '../../../shared/directory/person-store.ts';
import { nextVersion } from '../../../shared/directory/stored.ts';

/** Creates the group with its members, unless it is there. */
export async function seedGroup(
  tenant: TenantStore,
  { id, memberIds }: { readonly id: string; readonly memberIds: readonly string[] },
  now: Date,
): Promise<void> {
  if (await tenant.get(groupKey(tenant, id))) return;
  const people = (await peopleById(tenant, memberIds)).filter((person) => person !== undefined);
  const ownerIds = people.slice(0, 1).map((person) => person.id);
  const content = {
    name: 'Clerks',
    description: 'Clerks who help each other with elections and records.',
    visibility: 'public' as const,
    ownerIds,
  };
  const group = nextVersion('group', id, content, undefined, now);
  await commit([
    ...(await buildGroupChanges(tenant, { before: undefined, after: group })),
    ...(await buildMemberChanges(tenant, id, { added: people, owners: ownerIds }, now)),
  ]);
}
