// Campaigns: the use of a template from one day to another, or until it is ended.

import type { OfficialSelection } from '../advocacy/representatives.ts';
import type { VersionedRecord } from '../data/versioned-record.ts';
import { conflict } from '../errors/failure.ts';
import { toLocalDate } from '../time/local-date.ts';

export const campaignStatuses = ['SCHEDULED', 'RUNNING', 'ENDED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** A user, with the person in the directory where there is one. */
interface Actor {
  readonly name: string;
  readonly personId?: string | undefined;
}

/** Whom a campaign invites, and to whom they write. */
export interface Outreach {
  /** The broadcast that is its invitation. */
  readonly broadcastId: string;
  readonly audience: {
    readonly listIds: readonly string[];
    readonly groupIds: readonly string[];
    /** The number of people who were named one by one. */
    readonly named: number;
    /** Everybody who passes these rules. */
    readonly filterBody?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly officials: OfficialSelection;
}

/** A campaign as it is stored. */
export interface CampaignItem extends VersionedRecord {
  readonly type: 'campaign';
  readonly id: string;
  readonly templateId: string;
  /** The name of the template when the campaign was started. */
  readonly templateName: string;
  /** YYYY-MM-DD of the tenant, both inclusive; without an end it runs until it is ended. */
  readonly startDate: string;
  readonly endDate?: string | undefined;
  /** Unknown if the tenant accepts calls without a token. */
  readonly startedBy?: Actor | undefined;
  /** When it was ended by a user. */
  readonly endedAt?: string | undefined;
  readonly endedBy?: Actor | undefined;
  /** Absent for one that was started without an audience, which sends nothing. */
  readonly outreach?: Outreach | undefined;
}

/**
 * The status of a campaign by its dates, unless it was ended.
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
 * Asserts that a campaign has not ended yet.
 * @throws Failure 409
 */
export function assertNotEnded(campaign: CampaignItem, today: string, timeZone: string): void {
  if (getCampaignStatus(campaign, today) !== 'ENDED') return;
  const { endedAt } = campaign;
  const day = endedAt === undefined ? campaign.endDate : toLocalDate(timeZone, new Date(endedAt));
  throw conflict(`The campaign of ${campaign.templateName} ended on ${day}.`);
}
