// That a person takes part in a campaign.
import type { CampaignItem } from '../../../../shared/campaigns/campaign.ts';
import { listDistricts } from '../../../../shared/directory/officials/campaign-figures.ts';
import type {
  CampaignLetterItem,
  LetterStatus,
  ParticipationItem,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';

interface TakingPart extends Pick<ParticipationItem, 'source' | 'note' | 'recordedBy'> {
  readonly campaign: CampaignItem;
  readonly person: PersonItem;
  /** When the person took part, by the tenant's clock. */
  readonly now: Date;
  readonly timeZone: string;
}

/** What is stored of a person who takes part, with a letter for each official. */
export function buildParticipation(
  { campaign, person, source, note, recordedBy, now, timeZone }: TakingPart,
  officials: readonly { readonly officialId: string; readonly status: LetterStatus }[],
): { readonly participation: ParticipationItem; readonly letters: CampaignLetterItem[] } {
  const about = { campaignId: campaign.id, personId: person.id, date: now.toISOString() };
  const counts = Map.groupBy(officials, ({ status }) => status);
  return {
    participation: {
      ...{ type: 'campaign-participation', ...about, source },
      campaignName: campaign.templateName,
      districts: listDistricts(person),
      letters: Object.fromEntries([...counts].map(([status, all]) => [status, all.length])),
      day: toLocalDate(timeZone, now),
      ...(note !== undefined && { note }),
      ...(recordedBy !== undefined && { recordedBy }),
    },
    letters: officials.map((letter) => ({ type: 'campaign-letter', ...about, ...letter })),
  };
}
