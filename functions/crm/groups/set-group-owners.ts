// PUT /api/v1/groups/{groupId}/Owners

import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { requirePeople } from '../people/require-people.ts';
import { setGroupOwners } from './contract.ts';
import { countMembersOf } from './present.ts';
import { requireOwnGroup } from './visible-group.ts';
import { buildOwnerChanges, changeGroup, replyWithGroup, toOwnMembership } from './write-group.ts';

export const handler = lambda(setGroupOwners, async (context) => {
  const { tenant, params, body } = context;
  const { group: before, membership, run } = await requireOwnGroup(context, params.groupId);
  const owners = await requirePeople(tenant, body.ownerIds, 'ownerIds');
  const [members, { group, changes }, count] = await Promise.all([
    buildOwnerChanges(context, before, owners),
    changeGroup(context, before, { ownerIds: body.ownerIds }),
    countMembersOf(tenant, before),
  ]);
  const own = { group, membership: toOwnMembership(context, group, membership), run };
  return write([...changes, ...members.changes], replyWithGroup(context, own, count + members.added));
});
