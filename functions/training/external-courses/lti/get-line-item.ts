// GET /api/v1/Lti/{tenantCode}/Courses/{id}/LineItem
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { authorizeTool } from './authorize-tool.ts';
import { getLineItem } from './contract.ts';
import { presentLineItem } from './line-item.ts';

export const handler = lambda(getLineItem, async (context) =>
  ok(presentLineItem(await authorizeTool(context, 'lineItem')), {
    headers: { 'Content-Type': 'application/vnd.ims.lis.v2.lineitem+json' },
  }),
);
