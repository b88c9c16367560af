// PUT /api/v1/Settings/NotificationTemplates/{kind}
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { applyTemplateInput, presentTemplate, templateKey, validateFields } from '../template.ts';
import { updateNotificationTemplate } from './contract.ts';
import { replaceTemplate } from './replace.ts';

export const handler = lambda(updateNotificationTemplate, async ({ params, body, tenant, ...context }) => {
  const { kind } = params;
  throwIfInvalid(validateFields(kind, body));
  const before = await tenant.get(templateKey(tenant, kind), { consistent: true });
  const after = applyTemplateInput(kind, before, body, context.now);
  return write(
    replaceTemplate(tenant, before, after, context),
    ok(presentTemplate(kind, after), { version: after.version }),
  );
});
