// POST /api/v1/groups/{groupId}/Members/Remove
import { buildMemberChanges } from '../../../../shared/directory/groups/group-members.ts';
import { findPersonId } from '../../../../shared/directory/groups/group-visibility.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireGroup, requireOwnGroup } from '../visible-group.ts';
import { changeGroup, loadMembers } from '../write-group.ts';
import { removeGroupMembers } from './contract.ts';

export const handler = lambda(removeGroupMembers, async (context) => {
  const { tenant, params, body, caller, now } = context;
  const isSelf = body.personIds.every((id) => id === findPersonId(caller));
  const { group } = await (isSelf ? requireGroup : requireOwnGroup)(context, params.groupId);
  const members = await loadMembers(tenant, group.id, body.personIds);
  const removed = members.filter((member) => member !== undefined);
  const ids = removed.map(({ personId }) => personId);
  const ownerIds = group.ownerIds.filter((id) => !ids.includes(id));
  const changes =
    ownerIds.length === group.ownerIds.length
      ? []
      : (await changeGroup({ ...context, ifMatch: undefined }, group, { ownerIds })).changes;
  return write(
    [
      ...changes,
      ...(await buildMemberChanges(
        tenant,
        group.id,
        { removed, isExclusion: group.filterBody !== undefined },
        now,
      )),
    ],
    ok({ removed: ids, absent: body.personIds.filter((id) => !ids.includes(id)) }),
  );
});
