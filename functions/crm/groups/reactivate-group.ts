// POST /api/v1/groups/{groupId}/Reactivate
import { lambda } from '../../../shared/http/lambda.ts';
import { reactivateGroup } from './contract.ts';
import { requireGroup } from './visible-group.ts';
import { replaceGroup } from './write-group.ts';

export const handler = lambda(reactivateGroup, async (context) =>
  replaceGroup(context, await requireGroup(context, context.params.groupId), { isActive: true }),
);
