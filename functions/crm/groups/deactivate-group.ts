// POST /api/v1/groups/{groupId}/Deactivate
import { lambda } from '../../../shared/http/lambda.ts';
import { deactivateGroup } from './contract.ts';
import { requireGroup } from './visible-group.ts';
import { replaceGroup } from './write-group.ts';

export const handler = lambda(deactivateGroup, async (context) =>
  replaceGroup(context, await requireGroup(context, context.params.groupId), { isActive: false }),
);
