// POST /api/v1/MessageTemplates
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { noteUses } from '../message-images/record/store.ts';
import { createMessageTemplate } from './contract.ts';
import { buildTemplate, presentTemplate } from './present.ts';
import { saveTemplate, templates } from './template.ts';

export const handler = lambda(createMessageTemplate, async ({ tenant, body, newId, now, url }) => {
  const { content, imageIds } = await buildTemplate(tenant, body);
  const after = nextVersion(templates.type, newId(), content, undefined, now);
  return write(
    [
      ...saveTemplate(tenant, { after }),
      ...noteUses(tenant, imageIds, { type: 'message-image-use', by: 'template', id: after.id }),
    ],
    created(await presentTemplate(tenant, after), url(`/api/v1/MessageTemplates/${after.id}`), {
      version: after.version,
    }),
  );
});
