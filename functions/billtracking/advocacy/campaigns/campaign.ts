// Campaigns: a template that is in use from one day to another, or until somebody ends it.
import { conflict } from '../../../../shared/errors/failure.ts';

export const campaignStatuses = ['SCHEDULED', 'RUNNING', 'ENDED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Who did something; unknown where the tenant takes calls without a token. */
export interface CampaignActor {
  readonly name: string;
  readonly personId?: string | undefined;
}

/** A campaign as the table holds it. */
export interface CampaignItem {
  readonly type: 'campaign';
  readonly id: string;
  readonly templateId: string;
  /** The name that the template had when the campaign was started. */
  readonly templateName: string;
  /** YYYY-MM-DD of the tenant, both inclusive; without an end it runs until it is ended. */
  readonly startDate: string;
  readonly endDate?: string | undefined;
  readonly startedBy?: CampaignActor | undefined;
  /** When somebody ended it before its last day was over. */
  readonly endedAt?: string | undefined;
  readonly endedBy?: CampaignActor | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/**
 * How a campaign stands: what its dates say, unless it was ended.
 * @param today YYYY-MM-DD of the tenant
 */
export const getCampaignStatus = (
  { startDate, endDate, endedAt }: Pick<CampaignItem, 'startDate' | 'endDate' | 'endedAt'>,
  today: string,
): CampaignStatus => {
  if (endedAt !== undefined || (endDate !== undefined && endDate < today)) return 'ENDED';
  return startDate > today ? 'SCHEDULED' : 'RUNNING';
};

/**
 * What is over is not ended a second time.
 * @throws Failure 409
 */
export function assertNotEnded(campaign: CampaignItem, today: string): void {
  if (getCampaignStatus(campaign, today) !== 'ENDED') return;
  const day = campaign.endedAt?.slice(0, 10) ?? campaign.endDate;
  throw conflict(`The campaign of ${campaign.templateName} ended on ${day}.`);
}
