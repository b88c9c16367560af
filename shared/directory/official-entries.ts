// Short entries of legislators by state: who has, or had, an office in its legislature or represents it in Congress.
//
// People are listed by name, members and officials alike. So each state's partition has an entry of about half a
// kilobyte per legislator, written with the person: a whole legislature costs some ten to twenty read units.

import type { Key, TenantStore } from '../data/store.ts';
import type { OfficeContent } from './office.ts';
import { omitUndefined } from './omit-undefined.ts';
import { displayName, type PersonContent } from './person.ts';
import type { PhotoContent } from './person-photo.ts';
import { personSort } from './person-store.ts';

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

const findResidence = ({ addresses = [] }: PersonContent): string | undefined =>
  (addresses.find(({ label, type }) => !/capitol/i.test(label ?? type)) ?? addresses[0])?.city;

/** The entries of a person: one per state to whose legislature, or for which to Congress, they were elected. */
export function buildOfficialEntries(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): { readonly key: Key<OfficialEntry>; readonly item: OfficialEntry }[] {
  const legislative = (person.offices ?? []).filter(
    ({ kind, state }) => kind === 'legislature' && state !== undefined,
  );
  return [...new Set(legislative.flatMap(({ state }) => state?.toUpperCase() ?? []))].map((state) => ({
    key: tenant.key<OfficialEntry>(getPartitionName(state), personSort(person)),
    item: {
      type: 'official-entry',
      id: person.id,
      name: displayName(person),
      offices: legislative
        .filter((office) => office.state?.toUpperCase() === state)
        .map(({ id: _id, kind: _kind, endReason: _reason, ...office }) => office),
      ...omitUndefined({
        firstName: person.firstName,
        lastName: person.lastName,
        party: person.party,
        imageThumbUrl: person.imageThumbUrl,
        photo: person.photo && { id: person.photo.id, linkSecret: person.photo.linkSecret },
        residence: findResidence(person),
        sourceId: person.externalIds?.[0]?.identifier,
      }),
    },
  }));
}

/** The present and former officials of a state, by name. `state` is two letters. One query per megabyte. */
export const listOfficials = (tenant: TenantStore, state: string): Promise<OfficialEntry[]> =>
  tenant.queryAll(tenant.partition<OfficialEntry>(getPartitionName(state)));
