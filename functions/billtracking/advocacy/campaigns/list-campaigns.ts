// POST /api/1.0/Advocacy/Champaign/list
import type { TenantStore } from '../../../../shared/data/store.ts';
import { foldForSort } from '../../../../shared/directory/fold-for-sort.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { pageReply, sortsAscending } from '../../envelopes.ts';
import { type CampaignItem, getCampaignStatus } from './campaign.ts';
import { type CampaignFilter, listCampaigns } from './contract.ts';
import { presentCampaign } from './present.ts';
import { campaignsByAge } from './store.ts';

const matchesFilter = (
  campaign: CampaignItem,
  { templateId, status = [], text }: CampaignFilter,
  today: string,
) =>
  (templateId === undefined || campaign.templateId === templateId) &&
  (status.length === 0 ||
    status.some((name) => name.trim().toUpperCase() === getCampaignStatus(campaign, today))) &&
  (text === undefined || foldForSort(campaign.templateName).includes(foldForSort(text)));

async function findCampaigns(tenant: TenantStore, filter: CampaignFilter, today: string) {
  const { pageNumber, pageSize, sortBy, templateId, status = [], text } = filter;
  const isAscending = sortsAscending(filter, false);
  const isNarrowed = templateId !== undefined || status.length > 0 || text !== undefined;
  const byAge = campaignsByAge(tenant);
  if (sortBy === 'createdDate' && !isAscending && !isNarrowed) {
    const { items, total } = await byAge.page({ pageIndex: pageNumber - 1, pageSize });
    return { campaigns: items, total };
  }
  const keyed = (await byAge.between({}))
    .filter((campaign) => matchesFilter(campaign, filter, today))
    .map((campaign) => ({ campaign, key: foldForSort(campaign[sortBy] ?? '') }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.campaign.id < b.campaign.id ? -1 : 1));
  const all = (isAscending ? keyed : keyed.reverse()).map(({ campaign }) => campaign);
  return { campaigns: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: all.length };
}

export const handler = lambda(listCampaigns, async ({ body, tenant, settings, now }) => {
  const today = toLocalDate(settings.timeZone, now);
  const { campaigns, total } = await findCampaigns(tenant, body, today);
  return pageReply(
    campaigns.map((campaign) => presentCampaign(campaign, today)),
    body,
    total,
  );
});
