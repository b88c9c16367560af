// GET /api/v1/groups/get/{groupId}
import { lambda } from '../../../shared/http/lambda.ts';
import { getGroup } from './contract.ts';
import { countMembersOf } from './present.ts';
import { requireGroup } from './visible-group.ts';
import { replyWithGroup } from './write-group.ts';

export const handler = lambda(getGroup, async (context) => {
  const found = await requireGroup(context, context.params.groupId);
  return replyWithGroup(context, found, await countMembersOf(context.tenant, found.group));
});
