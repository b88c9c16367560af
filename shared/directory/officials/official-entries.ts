// Short entries of legislators by state: who has, or had, an office in its legislature or represents it in Congress.
//
// People are listed by name, members and officials alike. So each state's partition has an entry of about half a
// kilobyte per legislator, written with the person: a whole legislature costs some ten to twenty read units. Each constituency's
// partition has another one, so that who holds a seat costs half a unit.

import type { Key, TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { getDivisionState, getStateDivision } from '../people/divisions.ts';
import { deriveDistrict, type OfficeContent } from '../people/office.ts';
import { displayName, type PersonContent } from '../people/person.ts';
import type { PhotoContent } from '../people/person-photo.ts';
import { personSort } from '../people/person-store.ts';

/** The entry of a legislator. */
export interface OfficialEntry {
  readonly type: 'official-entry';
  /** The person. */
  readonly id: string;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly party?: string | undefined;
  readonly imageThumbUrl?: string | undefined;
  /** The uploaded photo, which is shown in place of `imageThumbUrl`. */
  readonly photo?: Pick<PhotoContent, 'id' | 'linkSecret'> | undefined;
  /** The town of an office outside the capitol. */
  readonly residence?: string | undefined;
  /** The id that a source gives the person. */
  readonly sourceId?: string | undefined;
  /** Offices of the legislature of the state, or of Congress for it. */
  readonly offices: readonly Omit<OfficeContent, 'id' | 'kind' | 'endReason'>[];
}

const getPartitionName = (state: string): string => `OFFICIALS#${state.toUpperCase()}`;
const getSeatName = (state: string, district = ''): string => `SEATS#${state.toUpperCase()}#${district}`;

const findResidence = ({ addresses = [] }: PersonContent): string | undefined =>
  (addresses.find(({ label, type }) => !/capitol/i.test(label ?? type)) ?? addresses[0])?.city;

/** What an entry of a person has, with these of the offices. */
const buildEntry = (
  person: PersonContent & { readonly id: string },
  offices: readonly OfficeContent[],
): OfficialEntry => ({
  type: 'official-entry',
  id: person.id,
  name: displayName(person),
  offices: offices.map(({ id: _id, kind: _kind, endReason: _reason, ...office }) => office),
  ...omitUndefined({
    firstName: person.firstName,
    lastName: person.lastName,
    party: person.party,
    imageThumbUrl: person.imageThumbUrl,
    photo: person.photo && { id: person.photo.id, linkSecret: person.photo.linkSecret },
    residence: findResidence(person),
    sourceId: person.externalIds?.[0]?.identifier,
  }),
});

/**
 * The entries of a person: one per state to whose legislature, or for which to Congress, they were elected, and one per
 * constituency that elected them.
 */
export function buildOfficialEntries(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): { readonly key: Key<OfficialEntry>; readonly item: OfficialEntry }[] {
  const legislative = (person.offices ?? []).filter(
    ({ kind, state }) => kind === 'legislature' && state !== undefined,
  );
  return [
    ...Map.groupBy(legislative, ({ state = '' }) => getPartitionName(state)),
    ...Map.groupBy(legislative, (office) => getSeatName(office.state ?? '', deriveDistrict(office))),
  ].map(([partition, offices]) => ({
    key: tenant.key<OfficialEntry>(partition, personSort(person)),
    item: buildEntry(person, offices),
  }));
}

/** The present and former officials of a state, by name. `state` is two letters. One query per megabyte. */
export const listOfficials = (tenant: TenantStore, state: string): Promise<OfficialEntry[]> =>
  tenant.queryAll(tenant.partition<OfficialEntry>(getPartitionName(state)));

/** The present and former legislators whom a constituency elected, by name. One query. */
export const listSeatHolders = (tenant: TenantStore, division: string): Promise<OfficialEntry[]> => {
  const district = division.slice(getStateDivision(division).length + 1);
  const seats = getSeatName(getDivisionState(division) ?? '', district);
  return tenant.queryAll(tenant.partition<OfficialEntry>(seats));
};
