// Presents a campaign.
import type { Caller } from '../../../../shared/auth/access.ts';
import { type CampaignActor, type CampaignItem, getCampaignStatus } from './campaign.ts';

/** The caller as a campaign stores them. */
export const toCampaignActor = (caller: Caller): CampaignActor | undefined =>
  caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };

export const presentCampaign = (campaign: CampaignItem, today: string) => ({
  id: campaign.id,
  templateId: campaign.templateId,
  templateName: campaign.templateName,
  status: getCampaignStatus(campaign, today),
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  startedBy: campaign.startedBy,
  endedAt: campaign.endedAt,
  endedBy: campaign.endedBy,
  createdDate: campaign.createdDate,
  version: campaign.version,
});
