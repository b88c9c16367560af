// DELETE /api/1.0/Advocacy/ChampaignTemplate/{id}

import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assertMayDelete } from '../caller.ts';
import { successReply } from '../envelopes.ts';
import { auditTemplateChange } from './audit.ts';
import { deleteCampaignTemplate } from './contract.ts';
import { removeTemplate, requireTemplate } from './store.ts';
import { assertNotInUse } from './template.ts';

export const handler = lambda(
  deleteCampaignTemplate,
  async ({ params, tenant, settings, ifMatch, ...context }) => {
    const before = await requireTemplate(tenant, params.id, { consistent: true });
    assertMayDelete(context.caller, before.createdBy !== undefined, 'template');
    assertNotInUse(before, toLocalDate(settings.timeZone, context.now), 'deleted');
    return write(
      [...(await removeTemplate(tenant, before, ifMatch)), auditTemplateChange(tenant, { before }, context)],
      successReply({ id: before.id }, `${before.name} was deleted.`),
    );
  },
);
