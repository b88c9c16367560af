// A catalogue whose records are read whole: for orders by fields that its short entries do not tell.
//
// A record is some 1 KB, eight to a read unit, against 25 entries: nobody pays for longer entries who does not ask for
// such an order.
import type { CountedList } from '../../../shared/data/counted-list.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { listTypesOfKind } from '../settings/types/store.ts';
import type { Catalogue } from './page.ts';

interface CatalogueRecord {
  readonly id: string;
  readonly name: string;
  readonly createdDate: string;
  readonly description?: string | undefined;
  readonly levelTypeId?: string | undefined;
  readonly objectTypeId?: string | undefined;
}

/** A record with the texts that it is put in order by, whatever their case. */
interface FullRecordEntry<T> {
  readonly id: string;
  readonly name: string;
  readonly record: T;
  readonly description: string | undefined;
  readonly levelType: string | undefined;
  readonly objectType: string | undefined;
  readonly edition: number | undefined;
}

/** The fields that only whole records tell. */
export const fullRecordFields = ['description', 'levelType', 'objectType', 'edition'] as const;
export type FullRecordField = (typeof fullRecordFields)[number];
export const isFullRecordField = (field: string): field is FullRecordField =>
  fullRecordFields.some((one) => one === field);

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
