// GET /api/v1/MessageTemplates/{templateId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getMessageTemplate } from './contract.ts';
import { presentTemplate } from './present.ts';
import { requireTemplate } from './template.ts';

export const handler = lambda(getMessageTemplate, async ({ tenant, params }) => {
  const template = await requireTemplate(tenant, params.templateId);
  return ok(await presentTemplate(tenant, template), { version: template.version });
});
