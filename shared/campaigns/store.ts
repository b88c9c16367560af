// Stored campaigns: the record, and the texts with which it was started.
import type { MergeValues } from '../advocacy/merge-fields.ts';
import { type Change, insert } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { CampaignItem } from './campaign.ts';
import type { LetterContent } from './letter.ts';

/** The mail that invites people. */
export interface InvitationContent {
  readonly subject: string;
  readonly body: string;
  readonly isHtml: boolean;
  /** The label of the button. */
  readonly action: string;
}

/** What a campaign says: later changes of its template change nothing. */
export interface CampaignTextsItem {
  readonly type: 'campaign-texts';
  readonly invitation: InvitationContent;
  readonly letter: LetterContent;
  /** The values of merge fields that are the same for everybody: those of the bill and of the campaign. */
  readonly constants: MergeValues;
  /** Signs the links to the letters. */
  readonly linkSecret: string;
}

export const campaignKey = (tenant: TenantStore, id: string): Key<CampaignItem> =>
  tenant.key(`CAMPAIGN#${id}`, 'CAMPAIGN');
const textsKey = (tenant: TenantStore, id: string): Key<CampaignTextsItem> =>
  tenant.key(`CAMPAIGN#${id}`, 'TEXTS');

/** The campaign with this id. One read. */
export const campaignById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<CampaignItem | undefined> => tenant.get(campaignKey(tenant, id), options);

/** The texts of a campaign that invites people. One read. */
export const loadCampaignTexts = (tenant: TenantStore, id: string): Promise<CampaignTextsItem | undefined> =>
  tenant.get(textsKey(tenant, id), { consistent: true });

/** Stores the texts of a campaign that is started. */
export const insertCampaignTexts = (tenant: TenantStore, id: string, texts: CampaignTextsItem): Change =>
  insert(textsKey(tenant, id), texts);
