// Short entries of people, by name: what lists filter and sort by, about thirty per read unit.
//
// They are read as a whole for filters and orders other than by name: a counted list for each of them would add writes to
// every change of a person. Two labels of a length that nobody uses would make an entry long, not wrong.
import { createHash } from 'node:crypto';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import type { StoredRecord } from '../record/stored.ts';
import { isActivePerson, type PersonContent } from './person.ts';
import { personSort } from './person-store.ts';

/** The short entry of a person; its members have short names, because there is one for everybody. */
export interface PersonEntry {
  readonly type: 'person-entry';
  readonly id: string;
  /** The place in the order by name. */
  readonly sk: string;
  /** The main organization: its id and name. */
  readonly o?: string;
  readonly on?: string;
  /** Titles of the main position and all others, positions of committees with their ids, and departments. */
  readonly p?: readonly string[];
  readonly d?: readonly string[];
  readonly pt?: readonly string[];
  readonly tg?: readonly string[];
  /** The positions that have a start, as `start/end`, the end empty while they last. */
  readonly w?: readonly string[];
  /** Values of custom fields, as `hashValue` shortens them. */
  readonly cf?: readonly string[];
  /** Ids of other systems, as `hashValue` shortens them. */
  readonly xi?: readonly string[];
  /** Whether the person is deactivated. */
  readonly x?: true;
  /** The first and the last day on which the person is active. */
  readonly af?: string;
  readonly at?: string;
  /** When the person was last changed. */
  readonly m: string;
}

/** Whether the person of an entry is active on a day, YYYY-MM-DD in the tenant's time zone. */
export const isActiveEntry = ({ x, af, at }: PersonEntry, today: string): boolean =>
  isActivePerson({ isActive: !x, activeFrom: af, activeTo: at }, today);

const partitionName = 'PEOPLE-ENTRIES';

/** The short entry at a place in the order by name. */
export const personEntryKey = (tenant: TenantStore, sort: string): Key<PersonEntry> =>
  tenant.key(partitionName, sort);

/** All short entries, by name. */
export const personEntries = (tenant: TenantStore): Partition<PersonEntry> => tenant.partition(partitionName);

/**
 * A value of a custom field, or an id of another system, in any case, as entries have it: filters only ask whether somebody
 * has it, so a few characters of a hash do, whatever its length.
 */
export const hashValue = (name: string, value: string): string =>
  createHash('sha256').update(`${name}#${value.toLowerCase()}`).digest('hex').slice(0, 12);

const listOrNone = (values: readonly (string | undefined)[]): readonly string[] | undefined => {
  const distinct = [...new Set(values.flatMap((value) => value ?? []))];
  return distinct.length === 0 ? undefined : distinct;
};

/** The short entry of a person, with its key. */
export function buildPersonListEntry(
  tenant: TenantStore,
  person: PersonContent & { readonly id: string } & Partial<StoredRecord<'person'>>,
): { readonly key: Key<object>; readonly item: Omit<PersonEntry, 'sk'> } {
  const positions = person.positions ?? [];
  return {
    key: tenant.key(partitionName, personSort(person)),
    item: {
      type: 'person-entry',
      id: person.id,
      m: person.modifiedDate ?? '',
      ...omitUndefined({
        o: person.organizationId,
        on: person.organizationName,
        p: listOrNone([
          person.title,
          ...positions.map(({ title }) => title),
          ...(person.terms ?? []).flatMap(({ positionId, role }) => [positionId, role]),
        ]),
        d: listOrNone([person.department, ...positions.map(({ department }) => department)]),
        w: listOrNone(positions.map(({ startDate, endDate = '' }) => startDate && `${startDate}/${endDate}`)),
        pt: person.personTypes,
        tg: person.tags,
        cf: person.customFields?.map(({ id: fieldId, value }) => hashValue(fieldId, value)),
        xi: listOrNone(
          (person.externalIds ?? []).map(({ scheme, identifier }) => hashValue(scheme, identifier)),
        ),
        x: person.isActive === false ? (true as const) : undefined,
        af: person.activeFrom,
        at: person.activeTo,
      }),
    },
  };
}
