// Stores campaigns: each in its own partition and in the counted list of all, the latest started first.
//
// A campaign is about 400 bytes, and up to a few kilobytes with an audience. A page of the list has constant cost; another order or a filter reads all campaigns,
// about twenty per read unit.

import type { CampaignItem } from '../../../../shared/campaigns/campaign.ts';
import { campaignById, campaignKey } from '../../../../shared/campaigns/store.ts';
import { type Change, insert, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';

/** All campaigns, the latest started first. */
export const campaignsByAge = (tenant: TenantStore): CountedList<CampaignItem> =>
  countedList<CampaignItem>(tenant, 'CAMPAIGNS');

/** Inverts the digits of the creation time, so that the latest sorts first. */
const ageSortKey = ({ createdDate, id }: Pick<CampaignItem, 'createdDate' | 'id'>): string =>
  `${createdDate.replace(/\d/g, (digit) => String(9 - Number(digit)))}#${id}`;

/**
 * The campaign with this id.
 * @throws Failure 404
 */
export async function requireCampaign(
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<CampaignItem> {
  const campaign = await campaignById(tenant, id, options);
  if (!campaign) throw notFound('campaign', id);
  return campaign;
}

const listByAge = (tenant: TenantStore, campaign: CampaignItem) => ({
  listed: { listing: campaignsByAge(tenant).listing, sort: ageSortKey(campaign) },
});

/** Writes a new campaign: three changes. */
export async function insertCampaign(tenant: TenantStore, campaign: CampaignItem): Promise<Change[]> {
  const sort = ageSortKey(campaign);
  return [
    insert(campaignKey(tenant, campaign.id), campaign, listByAge(tenant, campaign)),
    ...(await campaignsByAge(tenant).changesForInsert(sort)),
  ];
}

/** Replaces a campaign that was read as `before`; its position in the list does not change. */
export const replaceCampaign = (
  tenant: TenantStore,
  before: CampaignItem,
  after: CampaignItem,
  ifMatch: IfMatch | undefined,
): Change =>
  put(campaignKey(tenant, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    ...listByAge(tenant, after),
  });
