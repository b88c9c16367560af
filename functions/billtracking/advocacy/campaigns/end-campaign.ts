// POST /api/1.0/Advocacy/Champaign/{id}/end

import { assertNotEnded, type CampaignItem } from '../../../../shared/campaigns/campaign.ts';
import { CAMPAIGN_TIMER, endInvitation } from '../../../../shared/campaigns/invitation.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { clearTimer } from '../../../../shared/schedule/timers.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { setTemplateCampaigns, templateById } from '../store.ts';
import { endCampaign } from './contract.ts';
import { presentCampaign } from './present.ts';
import { replaceCampaign, requireCampaign } from './store.ts';

export const handler = lambda(endCampaign, async (context) => {
  const { params, tenant, settings, caller, now, receivedAt, newId, ifMatch } = context;
  const before = await requireCampaign(tenant, params.id, { consistent: true });
  const today = toLocalDate(settings.timeZone, now);
  assertNotEnded(before, today, settings.timeZone);
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
      ...(before.outreach
        ? [
            clearTimer(tenant, CAMPAIGN_TIMER, before.id),
            ...(await endInvitation(tenant, before.outreach.broadcastId, { now, receivedAt, newId })),
          ]
        : []),
    ],
    successReply(presentCampaign(after, today, caller), `The campaign of ${before.templateName} was ended.`, {
      version: after.version,
    }),
  );
});
