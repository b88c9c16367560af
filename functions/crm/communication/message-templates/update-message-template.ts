// PUT /api/v1/MessageTemplates/{templateId}
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { noteUses } from '../message-images/record/store.ts';
import { updateMessageTemplate } from './contract.ts';
import { buildTemplate, presentTemplate } from './present.ts';
import { requireTemplate, saveTemplate, templates } from './template.ts';

export const handler = lambda(updateMessageTemplate, async ({ tenant, params, body, now, ifMatch }) => {
  const before = await requireTemplate(tenant, params.templateId);
  const { content, imageIds } = await buildTemplate(tenant, body);
  const after = nextVersion(templates.type, before.id, content, before, now);
  return write(
    [
      ...saveTemplate(tenant, { before, after }, ifMatch),
      ...noteUses(tenant, imageIds, { type: 'message-image-use', by: 'template', id: after.id }),
    ],
    ok(await presentTemplate(tenant, after), { version: after.version }),
  );
});
