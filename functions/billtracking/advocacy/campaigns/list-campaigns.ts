// POST /api/1.0/Advocacy/Champaign/list

import { type CampaignItem, getCampaignStatus } from '../../../../shared/campaigns/campaign.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { loadCountedPage, takePage } from '../../../../shared/lists/page.ts';
import { sortsAscending } from '../../../../shared/lists/query.ts';
import { sortByValue } from '../../../../shared/lists/sort.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { type CampaignFilter, listCampaigns } from './contract.ts';
import { presentCampaign } from './present.ts';
import { campaignsByAge } from './store.ts';

const matchesFilter = (
  campaign: CampaignItem,
  { templateId, status = [], text }: CampaignFilter,
  today: string,
) =>
  (templateId === undefined || campaign.templateId === templateId) &&
  (status.length === 0 || status.includes(getCampaignStatus(campaign, today))) &&
  (text === undefined || foldForSort(campaign.templateName).includes(foldForSort(text)));

async function findCampaigns(tenant: TenantStore, filter: CampaignFilter, today: string) {
  const { sortBy, templateId, status = [], text } = filter;
  const page = toPageRequest(filter);
  const isAscending = sortsAscending(filter, false);
  const isNarrowed = templateId !== undefined || status.length > 0 || text !== undefined;
  const byAge = campaignsByAge(tenant);
  if (sortBy === 'createdDate' && !isAscending && !isNarrowed) {
    const { items, total } = await loadCountedPage(byAge, page);
    return { campaigns: items, total };
  }
  const found = (await byAge.between({})).filter((campaign) => matchesFilter(campaign, filter, today));
  const getValue = (campaign: CampaignItem): string => foldForSort(campaign[sortBy] ?? '');
  const all = sortByValue(found, getValue, isAscending ? 'asc' : 'desc');
  return { campaigns: takePage(all, page), total: all.length };
}

export const handler = lambda(listCampaigns, async ({ body, tenant, settings, now, caller }) => {
  const today = toLocalDate(settings.timeZone, now);
  const { campaigns, total } = await findCampaigns(tenant, body, today);
  return pageReply(
    campaigns.map((campaign) => presentCampaign(campaign, today, caller)),
    body,
    total,
  );
});
