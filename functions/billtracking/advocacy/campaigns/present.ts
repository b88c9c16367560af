// Presents a campaign.
import { pick } from '../../../../shared/data/pick.ts';
import { type CampaignItem, getCampaignStatus } from './campaign.ts';

export const presentCampaign = (campaign: CampaignItem, today: string) => ({
  ...pick(campaign, ['id', 'templateId', 'templateName']),
  status: getCampaignStatus(campaign, today),
  ...pick(campaign, ['startDate', 'endDate', 'startedBy', 'endedAt', 'endedBy', 'createdDate', 'version']),
});
