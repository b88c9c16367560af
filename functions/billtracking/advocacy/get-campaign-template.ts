// GET /api/1.0/Advocacy/getChampaignTemplate/{id}
import { dayIn } from '../../../shared/directory/local-date.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { succeeded } from '../envelopes.ts';
import { getCampaignTemplate } from './contract.ts';
import { shownTemplate } from './present.ts';
import { foundTemplate } from './store.ts';

export const handler = lambda(getCampaignTemplate, async ({ params, tenant, settings, now }) => {
  const template = await foundTemplate(tenant, params.id);
  const shown = await shownTemplate(tenant, template, dayIn(settings.timeZone, now));
  return succeeded(shown, template.name, { version: template.version });
});
