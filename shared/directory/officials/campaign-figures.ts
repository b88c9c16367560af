// The numbers of campaigns: in all, by day, by district and by official. Each is counted in the transaction of what it counts,
// and shared by some items, because thousands of invitations are counted in a minute.
import { type Change, update } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import { getConstituencyKind, getStateDivision, namedDivisions } from '../people/divisions.ts';
import type { PersonContent } from '../people/person.ts';

/** What is counted. Letters are counted once for each official. */
export const campaignFigureNames = [
  'invited',
  'participants',
  'sent',
  'handedOver',
  'undeliverable',
  'recorded',
] as const;
export type CampaignFigures = Readonly<Partial<Record<(typeof campaignFigureNames)[number], number>>>;

interface CampaignFiguresItem {
  readonly type: 'campaign-figures';
  readonly [name: string]: number | string;
}

/** The kinds of districts by which campaigns are counted. */
export const districtKinds = ['state', 'congressional', 'stateUpper', 'stateLower', 'county'] as const;
type DistrictKind = (typeof districtKinds)[number];

const findDistrictKind = (division: string): DistrictKind | undefined =>
  districtKinds.find((kind) => kind === getConstituencyKind(division));

/** A district of nobody's: whoever has no district of a kind is counted there. */
export const UNKNOWN_DISTRICT = 'unknown';

/** More districts of a person are not counted: they have to fit into one transaction. */
const MAX_DISTRICTS = 8;

/** The districts that the record of a person names, and the states of these. */
export function listDistricts(person: PersonContent): string[] {
  const named = [...namedDivisions(person)].filter((division) => findDistrictKind(division) !== undefined);
  return [...new Set([...named.map(getStateDivision), ...named])].sort().slice(0, MAX_DISTRICTS);
}

/** So many items share a number. */
const SHARDS = 4;
const chooseShard = (personId: string): number => Number.parseInt(personId.slice(0, 2), 16) % SHARDS;

/** What some numbers are of. */
export type FiguresPlace = 'TOTAL' | `DAY#${string}` | `DISTRICT#${string}` | `OFFICIAL#${string}`;

const partitionName = (campaignId: string): string => `CAMPAIGN-FIGURES#${campaignId}`;
const figuresKey = (
  tenant: TenantStore,
  campaignId: string,
  place: FiguresPlace,
  shard: number,
): Key<CampaignFiguresItem> => tenant.key(partitionName(campaignId), `${place}#${shard}`);

/** The numbers of letters to an official: a merge or an erasure of the official finds them. */
const listByOfficial = (tenant: TenantStore, campaignId: string, place: FiguresPlace) => {
  const [, officialId] = /^OFFICIAL#(.+)$/.exec(place) ?? [];
  return officialId === undefined
    ? {}
    : { gsi1pk: tenant.listing(`CAMPAIGN-FIGURES-OF#${officialId}`).name, gsi1sk: campaignId };
};

/** Counts for a person at a place. */
export const addFigures = (
  tenant: TenantStore,
  { campaignId, personId }: { readonly campaignId: string; readonly personId: string },
  place: FiguresPlace,
  add: CampaignFigures,
): Change =>
  update(figuresKey(tenant, campaignId, place, chooseShard(personId)), {
    set: { type: 'campaign-figures', ...listByOfficial(tenant, campaignId, place) },
    add: { ...add },
  });

/** Where a person with these districts is counted: under each, and of the kinds of which there is none as unknown. */
export const listDistrictPlaces = (districts: readonly string[]): FiguresPlace[] => [
  ...districts.map((division) => `DISTRICT#${findDistrictKind(division)}#${division}` as const),
  ...districtKinds
    .filter((kind) => !districts.some((division) => findDistrictKind(division) === kind))
    .map((kind) => `DISTRICT#${kind}#${UNKNOWN_DISTRICT}` as const),
];

/** Counts that a person was invited. */
export const countInvited = (
  tenant: TenantStore,
  invited: { readonly campaignId: string; readonly personId: string; readonly districts: readonly string[] },
): Change[] =>
  (['TOTAL', ...listDistrictPlaces(invited.districts)] as const).map((place) =>
    addFigures(tenant, invited, place, { invited: 1 }),
  );

export const emptyFigures: Required<CampaignFigures> = {
  ...{ invited: 0, participants: 0, sent: 0, handedOver: 0, undeliverable: 0, recorded: 0 },
};

/** The numbers at some places of a campaign, by place. About one read unit for fifty items. */
export async function loadFigures(
  tenant: TenantStore,
  campaignId: string,
  beginsWith: string,
): Promise<ReadonlyMap<string, Required<CampaignFigures>>> {
  const items = await tenant.queryAll(
    tenant.partition<CampaignFiguresItem & { readonly sk: string }>(partitionName(campaignId)),
    { beginsWith, consistent: true },
  );
  const sums = new Map<string, Record<(typeof campaignFigureNames)[number], number>>();
  for (const item of items) {
    const place = item.sk.replace(/#\d+$/, '');
    const sum = sums.get(place) ?? { ...emptyFigures };
    for (const name of campaignFigureNames) sum[name] += Number(item[name] ?? 0);
    sums.set(place, sum);
  }
  return sums;
}
