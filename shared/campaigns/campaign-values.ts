// The values of merge fields that are the same for everybody in a campaign: of the bill, the campaign and who started it.
import type { MergeValues } from '../advocacy/merge-fields.ts';
import { describeSender } from '../advocacy/merge-values.ts';
import type { TenantStore } from '../data/store.ts';
import { peopleById } from '../directory/people/person-store.ts';
import type { CampaignItem } from './campaign.ts';
import type { CampaignTextsItem } from './store.ts';

/** At most one read, for who started it. @param association the name of the tenant */
export async function loadCampaignValues(
  tenant: TenantStore,
  association: string,
  { startedBy }: CampaignItem,
  { constants }: CampaignTextsItem,
): Promise<MergeValues> {
  const [sender] = startedBy?.personId === undefined ? [] : await peopleById(tenant, [startedBy.personId]);
  return { ...constants, ...describeSender(sender, association) };
}
