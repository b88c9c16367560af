// POST /api/v1/groups/{groupId}/Requests
import {
  type GroupRequestItem,
  putGroupRequest,
} from '../../../../shared/directory/groups/group-requests.ts';
import { findPersonId } from '../../../../shared/directory/groups/group-visibility.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { requirePerson } from '../../people/write-person.ts';
import { presentRequest } from '../present.ts';
import { requireGroup } from '../visible-group.ts';
import { askToJoinGroup } from './contract.ts';

export const handler = lambda(askToJoinGroup, async (context) => {
  const { tenant, caller, params, body, now } = context;
  const { group, membership } = await requireGroup(context, params.groupId);
  const personId = findPersonId(caller);
  if (personId === undefined) throw conflict('Only users who are people can ask to become members.');
  if (membership) throw conflict('You are a member of this group already.');
  if (!(group.isActive ?? true)) throw conflict('The group is inactive; it takes no new members.');
  const person = await requirePerson(tenant, personId);
  const request: GroupRequestItem = {
    ...{ type: 'group-request', groupId: group.id, personId: person.id, status: 'pending' },
    ...omitUndefined({ message: body.message ?? undefined }),
    createdDate: now.toISOString(),
  };
  return write([putGroupRequest(tenant, request)], ok(presentRequest(context, request, person)));
});
