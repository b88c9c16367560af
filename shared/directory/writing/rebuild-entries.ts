// Writes the short entries, search rows, listed values and counts of records that an earlier version stored without them.
import { check, ifVersion, put } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { TenantStore } from '../../data/store.ts';
import { createWorkQueue } from '../../data/work/work-queue.ts';
import { recountConstituencies } from '../officials/constituency.ts';
import { listConstituencies } from '../officials/constituent-entries.ts';
import { recountPeople } from '../organizations/organization-people.ts';
import type { StoredRecord } from '../record/stored.ts';
import { type Collection, committees, organizations, people } from './collection.ts';
import { buildValueChanges, selectNewValues } from './listed-values.ts';

const CONCURRENCY = 8;

/** The names of the collections whose records have entries. */
export const rebuiltCollections = ['people', 'organizations', 'committees'] as const;
type RebuiltCollection = (typeof rebuiltCollections)[number];

/** How many records a collection has. Two round trips. */
export const countRecords = (tenant: TenantStore, name: RebuiltCollection): Promise<number> =>
  ({ people, organizations, committees })[name].counted?.(tenant).total() ?? Promise.resolve(0);

/**
 * Writes the entries of every record of a collection. Safe beside other writes, to interrupt and to repeat: entries are
 * written only while their record is as it was read. A change of a record writes only those that it changes, so a record
 * that changed meanwhile is read again.
 *
 * @param onProgress called with the number of records each time some are done
 */
export async function rebuildEntries(
  tenant: TenantStore,
  name: RebuiltCollection,
  onProgress: (records: number) => void,
): Promise<void> {
  if (name === 'people') {
    const divisions = new Set<string>();
    await rebuild(tenant, people, onProgress, async (_, person) => {
      for (const division of listConstituencies(person)) divisions.add(division);
    });
    return recountConstituencies(tenant, divisions);
  }
  if (name === 'organizations')
    return rebuild(tenant, organizations, onProgress, (_, { id }) => recountPeople(tenant, id));
  return rebuild(tenant, committees, onProgress);
}

async function rebuild<C extends object, K extends string>(
  tenant: TenantStore,
  { key, counted, entries, values }: Collection<C, K>,
  onProgress: (records: number) => void,
  more: (tenant: TenantStore, record: C & StoredRecord<K>) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const list = counted?.(tenant);
  if (!list || !entries) return;
  const inTurn = createWorkQueue(CONCURRENCY);
  const writeEntries = (listed: C & StoredRecord<K>): Promise<unknown> => {
    const at = key(tenant, listed);
    return decideAndCommit(async () => {
      const record = await tenant.get(at, { consistent: true });
      const own = record ? entries(tenant, record).map(({ key: own, item }) => put(own, item)) : [];
      if (!record) return { changes: [] };
      const listedValues = await buildValueChanges(tenant, selectNewValues([], values?.(record) ?? []));
      return { changes: [check(at, ifVersion(record.version), 'retry'), ...own, ...listedValues] };
    });
  };
  for await (const { items } of tenant.queryPages(list.listing)) {
    await Promise.all(
      items.map((record) => inTurn(async () => [await writeEntries(record), await more(tenant, record)])),
    );
    onProgress(items.length);
  }
}
