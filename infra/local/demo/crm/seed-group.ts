// Groups of people of a demo tenant, each owned by the first of them, and somebody who asks to join one.
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { buildMemberChanges } from '../../../../shared/directory/groups/group-members.ts';
import { putGroupRequest } from '../../../../shared/directory/groups/group-requests.ts';
import { buildGroupChanges, groupKey } from '../../../../shared/directory/groups/group-store.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';

/** A group of the demo. */
interface DemoGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly string[];
  /** Who asks to become a member. */
  readonly askingId?: string;
}

/** Creates the group with its members, unless it is there. */
export async function seedGroup(
  tenant: TenantStore,
  { id, name, description, memberIds, askingId }: DemoGroup,
  now: Date,
): Promise<void> {
  if (await tenant.get(groupKey(tenant, id))) return;
  const people = (await peopleById(tenant, memberIds)).filter((person) => person !== undefined);
  const ownerIds = people.slice(0, 1).map((person) => person.id);
  const content = { name, description, visibility: 'public' as const, ownerIds };
  const group = nextVersion('group', id, content, undefined, now);
  await commit([
    ...(await buildGroupChanges(tenant, { before: undefined, after: group })),
    ...(await buildMemberChanges(tenant, id, { added: people, owners: ownerIds }, now)),
    ...(askingId === undefined
      ? []
      : [
          putGroupRequest(tenant, {
            ...{ type: 'group-request', groupId: id, personId: askingId, status: 'pending' },
            ...{ message: 'I run elections in Rivertown.', createdDate: now.toISOString() },
          }),
        ]),
  ]);
}
