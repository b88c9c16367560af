// DELETE /api/v1/Settings/NotificationTemplates/{kind}
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { applyTemplateInput, templateKey } from '../template.ts';
import { resetNotificationTemplate } from './contract.ts';
import { replaceTemplate } from './replace.ts';

const platformTemplate = { subject: null, text: null, line: null, isOn: true } as const;

// The item remains without texts, so that its version number is never used for other texts.
export const handler = lambda(resetNotificationTemplate, async ({ params: { kind }, tenant, ...context }) => {
  const before = await tenant.get(templateKey(tenant, kind), { consistent: true });
  if (!before) {
    ifUnchanged(0, context.ifMatch);
    return noContent();
  }
  const after = applyTemplateInput(kind, before, platformTemplate, context.now);
  return write(replaceTemplate(tenant, before, after, context), noContent());
});
