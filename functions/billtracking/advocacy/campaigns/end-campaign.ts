// POST /api/1.0/Advocacy/Champaign/{id}/end
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { setTemplateCampaigns, templateById } from '../store.ts';
import { assertNotEnded, type CampaignItem } from './campaign.ts';
import { endCampaign } from './contract.ts';
import { presentCampaign } from './present.ts';
import { replaceCampaign, requireCampaign } from './store.ts';

export const handler = lambda(endCampaign, async ({ params, tenant, settings, caller, now, ifMatch }) => {
  const before = await requireCampaign(tenant, params.id, { consistent: true });
  const today = toLocalDate(settings.timeZone, now);
  assertNotEnded(before, today);
  const template = await templateById(tenant, before.templateId, { consistent: true });
  const timestamp = now.toISOString();
  const after: CampaignItem = {
    ...before,
    endedAt: timestamp,
    endedBy: toAuthor(caller),
    version: before.version + 1,
    modifiedDate: timestamp,
  };
  const remaining = template?.campaigns.filter(({ id }) => id !== before.id) ?? [];
  return write(
    [
      replaceCampaign(tenant, before, after, ifMatch),
      ...(template ? [setTemplateCampaigns(tenant, template, remaining)] : []),
    ],
    successReply(presentCampaign(after, today, caller), `The campaign of ${before.templateName} was ended.`, {
      version: after.version,
    }),
  );
});
