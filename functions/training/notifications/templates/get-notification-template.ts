// GET /api/v1/Settings/NotificationTemplates/{kind}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentTemplate, templateKey } from '../template.ts';
import { getNotificationTemplate } from './contract.ts';

export const handler = lambda(getNotificationTemplate, async ({ params: { kind }, tenant }) => {
  const own = await tenant.get(templateKey(tenant, kind), { consistent: true });
  return ok(presentTemplate(kind, own), { version: own?.version ?? 0 });
});
