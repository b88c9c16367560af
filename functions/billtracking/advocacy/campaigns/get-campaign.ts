// GET /api/1.0/Advocacy/Champaign/{id}

import { lambda } from '../../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { successReply } from '../../envelopes.ts';
import { getCampaign } from './contract.ts';
import { presentCampaign } from './present.ts';
import { requireCampaign } from './store.ts';

export const handler = lambda(getCampaign, async ({ params, tenant, settings, now, caller }) => {
  const campaign = await requireCampaign(tenant, params.id);
  const presented = presentCampaign(campaign, toLocalDate(settings.timeZone, now), caller);
  return successReply(presented, `The campaign of ${campaign.templateName} is ${presented.status}.`, {
    version: campaign.version,
    isComposed: true,
  });
});
