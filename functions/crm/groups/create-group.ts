// POST /api/v1/groups

import type { GroupContent } from '../../../shared/directory/groups/group.ts';
import { buildGroupChanges } from '../../../shared/directory/groups/group-store.ts';
import { nextVersion } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { requirePeople } from '../people/require-people.ts';
import { createGroup } from './contract.ts';
import { resolveGroupFilter } from './filter/resolve-group-filter.ts';
import { presentGroup } from './present.ts';
import { buildOwnerChanges, toOwnMembership } from './write-group.ts';

export const handler = lambda(createGroup, async (context) => {
  const { tenant, body, newId, now, url } = context;
  const filterBody = await resolveGroupFilter(context, body, false);
  const owners = await requirePeople(tenant, body.ownerIds, 'ownerIds');
  const content: GroupContent = {
    ...{ name: body.name, visibility: body.visibility, ownerIds: body.ownerIds },
    ...omitUndefined({
      description: body.description ?? undefined,
      imageThumbUrl: body.imageThumbUrl ?? undefined,
      filterBody: filterBody ?? undefined,
    }),
  };
  const group = nextVersion('group', newId(), content, undefined, now);
  const [changes, members] = await Promise.all([
    buildGroupChanges(tenant, { before: undefined, after: group }),
    buildOwnerChanges(context, { id: group.id, ownerIds: [] }, owners, true),
  ]);
  const membership = toOwnMembership(context, group, undefined);
  return write(
    [...changes, ...members.changes],
    created(
      presentGroup(context, { group, membership }, members.added),
      url(`/api/v1/groups/get/${group.id}`),
      {
        version: group.version,
      },
    ),
  );
});
