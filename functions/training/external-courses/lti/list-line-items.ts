// GET /api/v1/Lti/{tenantCode}/Courses/{id}/LineItems
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { authorizeTool } from './authorize-tool.ts';
import { listLineItems } from './contract.ts';
import { presentLineItem } from './line-item.ts';

export const handler = lambda(listLineItems, async (context) => {
  const tool = await authorizeTool(context, 'lineItem');
  const { resource_link_id: link = tool.course.id, resource_id: resource, tag } = context.query;
  const isMeant = link === tool.course.id && resource === undefined && tag === undefined;
  return ok(isMeant ? [presentLineItem(tool)] : [], {
    headers: { 'Content-Type': 'application/vnd.ims.lis.v2.lineitemcontainer+json' },
  });
});
