// Finds records by the keys that have no index: ids of other systems and custom fields.
//
// A batch reads the short entries of all records once, at about thirty per read unit, and only if a row needs them. What its
// own rows write is remembered, and what other batches create since is found by their claims.
import type { TenantStore } from '../../../shared/data/store.ts';
import { hashValue } from '../../../shared/directory/people/person-entries.ts';
import type { StoredRecord } from '../../../shared/directory/record/stored.ts';
import type { BatchKind, BatchRowInput, KeyedContent } from './batch-kind.ts';
import type { BatchKeyInput } from './schemas.ts';

/** Whether values of the key mean the same: ids of other systems are exact, what people enter is in any case. */
const isSameValue = ({ key }: BatchKeyInput, a: string, b: string): boolean =>
  key === 'externalId' ? a === b : a.toLowerCase() === b.toLowerCase();

/** The values of the key that a record has. */
const listStoredValues = ({ key, keyName }: BatchKeyInput, record: KeyedContent): string[] =>
  key === 'externalId'
    ? (record.externalIds ?? []).flatMap(({ scheme, identifier }) => (scheme === keyName ? [identifier] : []))
    : (record.customFields ?? []).flatMap(({ id, value }) => (id === keyName ? [value] : []));

/** The values of the key that the record of a row may have after it. */
const listSentValues = ({ key, keyName }: BatchKeyInput, row: BatchRowInput): string[] => [
  ...(row.keyValue ? [row.keyValue] : []),
  ...(key === 'externalId'
    ? (row.externalIds ?? []).flatMap(({ scheme, identifier }) => (scheme === keyName ? [identifier] : []))
    : (row.customFields ?? []).flatMap(({ fieldId, value }) =>
        fieldId === keyName && typeof value === 'string' ? [value] : [],
      )),
];

/** The records of a batch by its key. */
export interface KeyIndex<I> {
  /** The records that have this value now; `others` are looked at too. */
  find(value: string, others: readonly string[]): Promise<I[]>;
  /** Remembers the record that a row has written. */
  remember(row: BatchRowInput, id: string): void;
}

/** @param values those that are looked up later */
export function createKeyIndex<
  C extends KeyedContent,
  K extends 'person' | 'organization',
  R extends BatchRowInput,
>(
  tenant: TenantStore,
  kind: BatchKind<C, K, R>,
  batch: BatchKeyInput,
  values: readonly string[],
): KeyIndex<C & StoredRecord<K>> {
  const hash = (value: string): string => hashValue(batch.keyName ?? '', value);
  const idsByHash = new Map(values.map((value) => [hash(value), new Set<string>()]));
  const add = (key: string, id: string): unknown => idsByHash.get(key)?.add(id);
  let reading: Promise<void> | undefined;

  async function readEntries(): Promise<void> {
    for await (const { items } of tenant.queryPages(kind.entries(tenant), { consistent: true }))
      for (const { id, cf = [], xi = [] } of items)
        for (const each of batch.key === 'externalId' ? xi : cf) add(each, id);
  }

  return {
    async find(value, others) {
      reading ??= readEntries();
      await reading;
      const ids = [...new Set([...(idsByHash.get(hash(value)) ?? []), ...others])];
      const found = ids.length === 0 ? [] : await kind.byId(tenant, ids);
      return found.flatMap((record) =>
        record && listStoredValues(batch, record).some((each) => isSameValue(batch, each, value))
          ? [record]
          : [],
      );
    },
    remember(row, id) {
      for (const value of listSentValues(batch, row)) add(hash(value), id);
    },
  };
}
