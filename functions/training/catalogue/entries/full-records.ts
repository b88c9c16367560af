// A catalogue that reads whole records, for sort orders by fields that the short entries do not have.
//
// A record has about 1 KB, eight to a read unit instead of 25 entries. Only requests with such an order pay for that.

import type { TenantStore } from '../../../../shared/data/store.ts';
import type { CountedList } from '../../../../shared/lists/counted-list.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { listTypesOfKind } from '../../settings/types/store.ts';
import type { Catalogue } from './page.ts';

interface CatalogueRecord {
  readonly id: string;
  readonly name: string;
  readonly createdDate: string;
  readonly description?: string | undefined;
  readonly levelTypeId?: string | undefined;
  readonly objectTypeId?: string | undefined;
}

/** A record with its sort values, folded. */
interface FullRecordEntry<T> {
  readonly id: string;
  readonly name: string;
  readonly record: T;
  readonly description: string | undefined;
  readonly levelType: string | undefined;
  readonly objectType: string | undefined;
  readonly edition: number | undefined;
}

/** The fields that only whole records have. */
export const fullRecordFields = ['description', 'levelType', 'objectType', 'edition'] as const;
export type FullRecordField = (typeof fullRecordFields)[number];
export const isFullRecordField = (field: string): field is FullRecordField =>
  fullRecordFields.some((fullRecordField) => fullRecordField === field);

const toSortText = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : foldForSort(text);

/** All records of a kind, read from their list by name. */
export const fullRecordCatalogue = <T extends CatalogueRecord & { readonly edition?: number }>(
  tenant: TenantStore,
  {
    byName,
    hasSince,
  }: { readonly byName: CountedList<T> } & Pick<Catalogue<T, FullRecordEntry<T>>, 'hasSince'>,
): Catalogue<T, FullRecordEntry<T>> => ({
  byName,
  hasSince,
  async listEntriesUpTo(moment) {
    const [records, levels, objects] = await Promise.all([
      byName.between({}),
      listTypesOfKind(tenant, 'levelType'),
      listTypesOfKind(tenant, 'objectType'),
    ]);
    const labels = new Map([...levels, ...objects].map(({ id, name }) => [id, name]));
    return records
      .filter(({ createdDate }) => !moment || new Date(createdDate) <= moment)
      .map((record) => ({
        id: record.id,
        name: record.name,
        record,
        description: toSortText(record.description),
        levelType: toSortText(labels.get(record.levelTypeId ?? '')),
        objectType: toSortText(labels.get(record.objectTypeId ?? '')),
        edition: record.edition,
      }));
  },
  load: async (entries) => entries.map(({ record }) => record),
});
