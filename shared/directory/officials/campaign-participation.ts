// Who took part in which campaign, and to which officials their letters went. Both are stored with the person, so that a merge or
// an erasure of the person finds them; a letter is listed with its official too.
import { type Change, check, ifAbsent, ifPresent, put, remove, update } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { personKey } from '../people/person-store.ts';
import {
  addFigures,
  type CampaignFigures,
  type FiguresPlace,
  listDistrictPlaces,
} from './campaign-figures.ts';

/** How somebody took part: by the page behind the link of the invitation, or staff recorded it. */
export const participationSources = ['page', 'staff'] as const;

/**
 * What became of a letter: it was mailed, its writer got it for the web form of an office without a mail address, the office has
 * neither, or it was written elsewhere and recorded by staff.
 */
export const letterStatuses = ['sent', 'handedOver', 'undeliverable', 'recorded'] as const;
export type LetterStatus = (typeof letterStatuses)[number];

export const emptyLetters: Readonly<Record<LetterStatus, number>> = {
  ...{ sent: 0, handedOver: 0, undeliverable: 0, recorded: 0 },
};

/** That a person took part in a campaign; once for each person and campaign. */
export interface ParticipationItem {
  readonly type: 'campaign-participation';
  readonly campaignId: string;
  /** The name of the campaign's template at the time. */
  readonly campaignName: string;
  readonly personId: string;
  readonly source: (typeof participationSources)[number];
  /** The districts in which the person lived at the time, by their Open Civic Data ids. */
  readonly districts: readonly string[];
  /** The number of letters by what became of them. */
  readonly letters: Readonly<Partial<Record<LetterStatus, number>>>;
  /** ISO 8601 UTC, by the tenant's clock. */
  readonly date: string;
  /** The tenant's day: YYYY-MM-DD. */
  readonly day: string;
  /** The subject of the user who recorded it. */
  readonly recordedBy?: string | undefined;
  /** What staff wrote about it. */
  readonly note?: string | undefined;
}

/** Which letter: of whom to whom, in which campaign. */
export interface LetterId {
  readonly campaignId: string;
  readonly personId: string;
  readonly officialId: string;
}

/** A letter of a person to an official; once for each campaign, person and official. */
export interface CampaignLetterItem extends LetterId {
  readonly type: 'campaign-letter';
  readonly status: LetterStatus;
  readonly date: string;
}

const participationKey = (
  tenant: TenantStore,
  campaignId: string,
  personId: string,
): Key<ParticipationItem> => tenant.key(`PERSON#${personId}`, `CAMPAIGN#${campaignId}`);

const letterKey = (
  tenant: TenantStore,
  { campaignId, personId, officialId }: LetterId,
): Key<CampaignLetterItem> => tenant.key(`PERSON#${personId}`, `CAMPAIGN-LETTER#${campaignId}#${officialId}`);

/** Who took part in a campaign, the latest first. */
export const countedParticipants = (
  tenant: TenantStore,
  campaignId: string,
): CountedList<ParticipationItem> => countedList(tenant, `CAMPAIGN-PARTICIPANTS#${campaignId}`);
/** Inverts the digits of the time, so that the latest sorts first. */
const participationSort = ({ date, personId }: ParticipationItem): string =>
  `${date.replace(/\d/g, (digit) => String(9 - Number(digit)))}#${personId}`;

/** The letters to an official. */
const lettersTo = (tenant: TenantStore, officialId: string): Partition<CampaignLetterItem> =>
  tenant.listing(`CAMPAIGN-LETTERS-TO#${officialId}`);

/** Whether a person took part in a campaign, and how. One read. */
export const participationIn = (
  tenant: TenantStore,
  campaignId: string,
  personId: string,
): Promise<ParticipationItem | undefined> =>
  tenant.get(participationKey(tenant, campaignId, personId), { consistent: true });

/** The campaigns in which a person took part. One query. */
export const participationsOf = (tenant: TenantStore, personId: string): Promise<ParticipationItem[]> =>
  tenant.queryAll(tenant.partition<ParticipationItem>(`PERSON#${personId}`), {
    ...{ beginsWith: 'CAMPAIGN#', consistent: true },
  });

/** The letters of a person in all campaigns, or in one. One query. */
export const lettersOf = (
  tenant: TenantStore,
  personId: string,
  campaignId = '',
): Promise<CampaignLetterItem[]> =>
  tenant.queryAll(tenant.partition<CampaignLetterItem>(`PERSON#${personId}`), {
    ...{ beginsWith: `CAMPAIGN-LETTER#${campaignId}`, consistent: true },
  });

/** Where a participation is counted. */
const listPlaces = ({ day, districts }: ParticipationItem): FiguresPlace[] => [
  'TOTAL',
  `DAY#${day}`,
  ...listDistrictPlaces(districts),
];

/** Counts participants that come or, with a negative number, go. The letters that were sent stay counted. */
export const countParticipants = (
  tenant: TenantStore,
  participation: ParticipationItem,
  by: 1 | -1,
): Change[] =>
  listPlaces(participation).map((place) => addFigures(tenant, participation, place, { participants: by }));

/** The changes that record that a person took part, unless the person did before, or is merged or erased at that moment. */
export async function insertParticipation(
  tenant: TenantStore,
  participation: ParticipationItem,
  letters: readonly CampaignLetterItem[],
): Promise<Change[]> {
  const { campaignId, personId } = participation;
  const list = countedParticipants(tenant, campaignId);
  const sort = participationSort(participation);
  const figures: CampaignFigures = { participants: 1, ...participation.letters };
  return [
    put(participationKey(tenant, campaignId, personId), participation, {
      ...{ condition: ifAbsent, onConflict: 'retry' as const },
      listed: { listing: list.listing, sort },
    }),
    ...letters.map((letter) =>
      put(letterKey(tenant, letter), letter, {
        listed: {
          listing: lettersTo(tenant, letter.officialId),
          sort: `${letter.date}#${campaignId}#${personId}`,
        },
      }),
    ),
    ...listPlaces(participation).map((place) => addFigures(tenant, participation, place, figures)),
    ...letters.map((letter) =>
      addFigures(tenant, letter, `OFFICIAL#${letter.officialId}`, { [letter.status]: 1 }),
    ),
    check(personKey(tenant, personId), ifPresent, 'retry'),
    ...(await list.changesForInsert(sort)),
  ];
}

const ifHasLetters = ({ letters }: ParticipationItem) => ({
  condition: { expression: 'letters = :before', values: { ':before': letters } },
  onConflict: 'retry' as const,
});

/** Takes back what `insertParticipation` wrote; the changes fail when the participation has changed since. */
export async function removeParticipation(
  tenant: TenantStore,
  participation: ParticipationItem,
  letters: readonly CampaignLetterItem[],
): Promise<Change[]> {
  const { campaignId, personId } = participation;
  const figures: CampaignFigures = { participants: -1, ...negate(participation.letters) };
  return [
    remove(participationKey(tenant, campaignId, personId), ifHasLetters(participation)),
    ...letters.map((letter) =>
      remove(letterKey(tenant, letter), { condition: ifPresent, onConflict: 'retry' }),
    ),
    ...listPlaces(participation).map((place) => addFigures(tenant, participation, place, figures)),
    ...letters.map((letter) =>
      addFigures(tenant, letter, `OFFICIAL#${letter.officialId}`, { [letter.status]: -1 }),
    ),
    ...(await countedParticipants(tenant, campaignId).changesForRemove(participationSort(participation))),
  ];
}

const negate = (letters: ParticipationItem['letters']): CampaignFigures =>
  Object.fromEntries(Object.entries(letters).map(([status, count]) => [status, -count]));

/**
 * The changes that note that a letter did not reach its official; none where that is known, or its writer was merged or erased
 * since: the numbers then stay as they were. Two parallel reads.
 */
export async function noteUndelivered(tenant: TenantStore, id: LetterId): Promise<Change[]> {
  const [letter, participation] = await Promise.all([
    tenant.get(letterKey(tenant, id), { consistent: true }),
    participationIn(tenant, id.campaignId, id.personId),
  ]);
  if (letter?.status !== 'sent' || !participation) return [];
  const { sent = 0, undeliverable = 0 } = participation.letters;
  const letters = { ...participation.letters, sent: sent - 1, undeliverable: undeliverable + 1 };
  const figures: CampaignFigures = { sent: -1, undeliverable: 1 };
  return [
    update(
      letterKey(tenant, id),
      { set: { status: 'undeliverable' } },
      {
        condition: {
          expression: '#status = :sent',
          names: { '#status': 'status' },
          values: { ':sent': 'sent' },
        },
        onConflict: 'retry',
      },
    ),
    update(
      participationKey(tenant, id.campaignId, id.personId),
      { set: { letters } },
      ifHasLetters(participation),
    ),
    ...([...listPlaces(participation), `OFFICIAL#${id.officialId}`] as const).map((place) =>
      addFigures(tenant, id, place, figures),
    ),
  ];
}
