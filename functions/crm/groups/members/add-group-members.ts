// POST /api/v1/groups/{groupId}/Members

import { buildMemberChanges, isOnlyByFilter } from '../../../../shared/directory/groups/group-members.ts';
import { endGroupRequests } from '../../../../shared/directory/groups/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requirePeople } from '../../people/require-people.ts';
import { requireOwnGroup } from '../visible-group.ts';
import { loadMembers } from '../write-group.ts';
import { addGroupMembers } from './contract.ts';

export const handler = lambda(addGroupMembers, async (context) => {
  const { tenant, params, body, now } = context;
  const { group } = await requireOwnGroup(context, params.groupId);
  const people = await requirePeople(tenant, body.personIds, 'personIds');
  const members = await loadMembers(tenant, group.id, body.personIds);
  const added = people.filter((_, index) => members[index] === undefined);
  const addedIds = added.map(({ id }) => id);
  const [changes, ended] = await Promise.all([
    buildMemberChanges(
      tenant,
      group.id,
      { added, kept: members.filter((member) => member !== undefined).filter(isOnlyByFilter) },
      now,
    ),
    endGroupRequests(tenant, group.id, addedIds),
  ]);
  return write(
    [...changes, ...ended],
    ok({
      added: addedIds,
      present: members.flatMap((member) => member?.personId ?? []),
    }),
  );
});
