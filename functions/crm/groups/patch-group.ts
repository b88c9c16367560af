// PATCH /api/v1/groups/{groupId}
import { GroupContent } from '../../../shared/directory/groups/group.ts';
import { pickContent } from '../../../shared/directory/record/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { applyFields } from '../fields/fields.ts';
import { patchGroup } from './contract.ts';
import { filterFields } from './filter/filter-field.ts';
import { resolveGroupFilter } from './filter/resolve-group-filter.ts';
import { GroupFieldsRequest } from './schemas.ts';
import { requireOwnGroup } from './visible-group.ts';
import { replaceGroup } from './write-group.ts';

const NAMES = Object.keys(GroupFieldsRequest.shape).filter((name) => !(name in filterFields));

export const handler = lambda(patchGroup, async (context) => {
  const found = await requireOwnGroup(context, context.params.groupId);
  const filterBody = await resolveGroupFilter(context, context.body, found.group.filterBody !== undefined);
  const stored = pickContent<GroupContent>(GroupContent, found.group);
  const removed = { description: undefined, imageThumbUrl: undefined } as Partial<GroupContent>;
  return replaceGroup(context, found, {
    ...removed,
    ...applyFields(stored, context.body, NAMES, { isWhole: false }),
    ...(filterBody !== undefined && { filterBody: filterBody ?? undefined }),
  });
});
