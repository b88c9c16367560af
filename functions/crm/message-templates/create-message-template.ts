// POST /api/v1/MessageTemplates
import { nextVersion } from '../../../shared/directory/stored.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createMessageTemplate } from './contract.ts';
import { buildTemplate, presentTemplate } from './present.ts';
import { saveTemplate, templates } from './template.ts';

export const handler = lambda(createMessageTemplate, async ({ tenant, body, newId, now, url }) => {
  const after = nextVersion(templates.type, newId(), await buildTemplate(tenant, body), undefined, now);
  return write(
    saveTemplate(tenant, { after }),
    created(await presentTemplate(tenant, after), url(`/api/v1/MessageTemplates/${after.id}`), {
      version: after.version,
    }),
  );
});
