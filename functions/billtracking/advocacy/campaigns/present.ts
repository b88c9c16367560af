// Presents a campaign.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { type CampaignItem, getCampaignStatus } from '../../../../shared/campaigns/campaign.ts';
import { pick } from '../../../../shared/values/pick.ts';

/** Without a token, a caller sees no names of users, and not whom a campaign invites (docs/interface/access.md#without-a-token). */
export const presentCampaign = (campaign: CampaignItem, today: string, caller: Caller) => ({
  ...pick(campaign, ['id', 'templateId', 'templateName']),
  status: getCampaignStatus(campaign, today),
  ...pick(campaign, ['startDate', 'endDate', 'endedAt', 'createdDate', 'version']),
  ...(caller.kind !== 'anonymous' && pick(campaign, ['startedBy', 'endedBy', 'outreach'])),
});
