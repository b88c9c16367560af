// Short entries of people by the divisions that their records name, so that a page of the people of a district costs what it has.
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { getStateDivision, namedDivisions } from '../people/divisions.ts';
import type { PersonContent } from '../people/person.ts';
import { personSort } from '../people/person-store.ts';

/** The entry of a person among the constituents of a division. */
export interface ConstituentEntry {
  readonly type: 'constituent-entry';
  /** The person. */
  readonly id: string;
  /** The place in the order by name. */
  readonly sk: string;
  /** Whether the person is deactivated, and the first and the last day on which the person is active. */
  readonly x?: true;
  readonly af?: string;
  readonly at?: string;
}

/** More divisions are not listed: a person and their entries have to fit into one transaction. */
export const MAX_DIVISIONS = 8;

/** A division of the United States: `ocd-division/country:us/state:wa/sldu:31`. */
const DIVISION = /^ocd-division\/country:us(\/[a-z_]+:[\p{L}\p{N}_.~-]{1,100}){1,6}$/u;
export const isDivision = (text: string): boolean => DIVISION.test(text);

const partitionName = (division: string): string => `CONSTITUENTS#${division}`;

/** The people of a division, by name. */
export const constituents = (tenant: TenantStore, division: string): Partition<ConstituentEntry> =>
  tenant.partition(partitionName(division));

export const constituentSort = ({ sk }: ConstituentEntry): string => sk;

/** The constituencies of a person: the divisions that the record names, and the states of these. */
export function listConstituencies(person: PersonContent): string[] {
  const named = [...namedDivisions(person)].filter(isDivision);
  return [...new Set([...named.map(getStateDivision), ...named])].slice(0, MAX_DIVISIONS);
}

/** The entries of a person, one for each constituency. */
export function buildConstituentEntries(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): { readonly key: Key<object>; readonly item: Omit<ConstituentEntry, 'sk'> }[] {
  return listConstituencies(person).map((division) => ({
    key: tenant.key(partitionName(division), personSort(person)),
    item: {
      ...{ type: 'constituent-entry', id: person.id },
      ...omitUndefined({
        x: person.isActive === false ? (true as const) : undefined,
        af: person.activeFrom,
        at: person.activeTo,
      }),
    },
  }));
}
