// Finds people by the keys that have no index: ids of other systems and custom fields.
//
// A batch reads the short entries of all people once, at about thirty per read unit, and only if a row needs them. Whom its
// own rows write is remembered, and whom other batches create since is found by their claims.
import type { TenantStore } from '../../../shared/data/store.ts';
import { hashValue, personEntries } from '../../../shared/directory/person-entries.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/person-store.ts';
import type { PeopleBatchInput, PersonBatchRow } from './schemas.ts';

/** Whether values of the key mean the same: ids of other systems are exact, what people enter is in any case. */
const isSameValue = ({ key }: PeopleBatchInput, a: string, b: string): boolean =>
  key === 'externalId' ? a === b : a.toLowerCase() === b.toLowerCase();

/** The values of the key that a person has. */
const listStoredValues = ({ key, keyName }: PeopleBatchInput, person: PersonItem): string[] =>
  key === 'externalId'
    ? (person.externalIds ?? []).flatMap(({ scheme, identifier }) => (scheme === keyName ? [identifier] : []))
    : (person.customFields ?? []).flatMap(({ id, value }) => (id === keyName ? [value] : []));

/** The values of the key that the person of a row may have after it. */
const listSentValues = ({ key, keyName }: PeopleBatchInput, row: PersonBatchRow): string[] => [
  ...(row.keyValue ? [row.keyValue] : []),
  ...(key === 'externalId'
    ? (row.externalIds ?? []).flatMap(({ scheme, identifier }) => (scheme === keyName ? [identifier] : []))
    : (row.customFields ?? []).flatMap(({ fieldId, value }) =>
        fieldId === keyName && typeof value === 'string' ? [value] : [],
      )),
];

/** The people of a batch by its key. */
export interface KeyIndex {
  /** The people who have this value now; `others` are looked at too. */
  find(value: string, others: readonly string[]): Promise<PersonItem[]>;
  /** Remembers the person whom a row has written. */
  remember(row: PersonBatchRow, id: string): void;
}

/** @param values those that are asked for later */
export function createKeyIndex(
  tenant: TenantStore,
  batch: PeopleBatchInput,
  values: readonly string[],
): KeyIndex {
  const hash = (value: string): string => hashValue(batch.keyName ?? '', value);
  const wanted = new Map(values.map((value) => [hash(value), new Set<string>()]));
  const add = (key: string, id: string): unknown => wanted.get(key)?.add(id);
  let reading: Promise<void> | undefined;

  async function readEntries(): Promise<void> {
    for await (const { items } of tenant.queryPages(personEntries(tenant), { consistent: true }))
      for (const { id, cf = [], xi = [] } of items)
        for (const each of batch.key === 'externalId' ? xi : cf) add(each, id);
  }

  return {
    async find(value, others) {
      reading ??= readEntries();
      await reading;
      const ids = [...new Set([...(wanted.get(hash(value)) ?? []), ...others])];
      const found = ids.length === 0 ? [] : await peopleById(tenant, ids);
      return found.flatMap((person) =>
        person && listStoredValues(batch, person).some((each) => isSameValue(batch, each, value))
          ? [person]
          : [],
      );
    },
    remember(row, id) {
      for (const value of listSentValues(batch, row)) add(hash(value), id);
    },
  };
}
