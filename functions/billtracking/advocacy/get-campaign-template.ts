// GET /api/1.0/Advocacy/getChampaignTemplate/{id}

import { lambda } from '../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { successReply } from '../envelopes.ts';
import { getCampaignTemplate } from './contract.ts';
import { presentTemplate } from './present.ts';
import { requireTemplate } from './store.ts';

export const handler = lambda(getCampaignTemplate, async ({ params, tenant, settings, now }) => {
  const template = await requireTemplate(tenant, params.id);
  const view = await presentTemplate(tenant, template, toLocalDate(settings.timeZone, now));
  return successReply(view, template.name, { version: template.version, isComposed: true });
});
