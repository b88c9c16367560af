// Reads a tenant's data as it will be once the references of open merges are where they belong: what is still stored for a
// removed record is read for the remaining one, and while a merge is undone, for the restored one
// (docs/interface/crm.md#while-a-merge-runs).
//
// The run moves items from one place to another, one after the other. So the place that an item comes from is read before the
// place that it goes to: it is found in at least one of them, and where it is found in both, the latter counts.
import type { OpenMerge } from '../data/open-merge.ts';
import {
  deriveStore,
  type Key,
  type Page,
  type Partition,
  type Range,
  type TenantStore,
} from '../data/store.ts';
import { iterateSteps, type MovedItem } from './merge-steps.ts';
import { nameRecord, renameReferences } from './rename-references.ts';
import { listJoined, restoreItem } from './restore-item.ts';
import { isSamePlace, type Place, type StoredItem, toKey, toPlace } from './stored-item.ts';

type Reader = Pick<TenantStore, 'getMany' | 'query'>;
type ReadOptions = { readonly consistent?: boolean };

/**
 * What stays with a removed record, by partition and sort key: the merge itself, what is calculated again, and history, which
 * says what happened at the time.
 */
const staying =
  /^(?:(?:PERSON|ORG)#[^#]+ (?:MERGE\S*|ENGAGEMENT|RELATIONSHIPS-GUARD|ERASURE\S*|RENAME)$|NOTIFICATIONS#\S+ (?!PREFERENCES)|SUBJECT#\S+ (?!ACCESS)|(?:PERSON|ORG)-MERGE|TENANT|CHANGES|CHANGE#|CHANGE-FEED|RECORD-ENTRY|AUDIT|SETTINGS-AUDIT|IDEMPOTENCY|ACTIVITY|NOTICE|UNREAD|OUTBOX|REPORT|FILE|AWARDING#|COUNT#|SEARCH)/;

const getSortName = ({ index }: Partition<unknown>) => (index === 'table' ? 'sk' : 'gsi1sk');
const getPartitionName = ({ index }: Partition<unknown>) =>
  index === 'table' ? 'pk' : index === 'gsi1' ? 'gsi1pk' : 'gsi2pk';

/** Compares texts as DynamoDB orders keys. */
const compareTexts = (a: unknown, b: unknown): number =>
  Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

const keyNames = ['pk', 'sk', 'gsi1pk', 'gsi1sk'] as const;

/** The part of a range that says which items are in it, with what the overlay needs to know of them. */
const pickBounds = ({ beginsWith, from, to, consistent, only }: Range): Range => ({
  ...(beginsWith !== undefined && { beginsWith }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(consistent !== undefined && { consistent }),
  ...(only && { only: [...new Set([...only, 'type', ...keyNames])] }),
});

const isWithin = ({ beginsWith, from, to }: Range, sort: string): boolean =>
  beginsWith === undefined
    ? (from === undefined || compareTexts(sort, from) >= 0) &&
      (to === undefined || compareTexts(sort, to) <= 0)
    : sort.startsWith(beginsWith);

/** The page of a range among all of its items. */
function takeRange(
  partition: Partition<unknown>,
  found: readonly StoredItem[],
  range: Range,
): Page<StoredItem> {
  const names = [getSortName(partition), 'pk', 'sk'] as const;
  const sign = range.backward ? -1 : 1;
  type Sorted = Readonly<Record<string, unknown>>;
  const compare = (a: Sorted, b: Sorted): number => {
    for (const name of names) {
      const order = compareTexts(a[name], b[name]);
      if (order !== 0) return sign * order;
    }
    return 0;
  };
  const { after, limit } = range;
  const sorted = [...found].sort(compare).filter((item) => after === undefined || compare(item, after) > 0);
  const items = limit === undefined ? sorted : sorted.slice(0, limit);
  const last = items.at(-1);
  if (!last || items.length === sorted.length) return { items };
  const position = (partition.index === 'table' ? (['pk', 'sk'] as const) : keyNames).map(
    (name) => [name, String(last[name])] as const,
  );
  return { items, next: Object.fromEntries(position) };
}

const toName = ({ pk, sk }: Place): string => JSON.stringify([pk, sk]);

/** The items by their places; of those at the same place `join` makes one. */
function joinPlaces(
  former: readonly StoredItem[],
  own: readonly StoredItem[],
  join: (former: StoredItem, own: StoredItem) => StoredItem,
): StoredItem[] {
  const byPlace = new Map(former.map((item) => [toName(item), item]));
  for (const item of own) {
    const other = byPlace.get(toName(item));
    byPlace.set(toName(item), other ? join(other, item) : item);
  }
  return [...byPlace.values()];
}

/** Types of items with counts: those of two people are added. */
const countedTypes = new Set(['instructor', 'campaign-figures', 'discount-code-person']);
/** Types of items of which one has what the other one lacks. */
const completedTypes = new Set(['class-claim', 'mail-consent']);

/** What two records together have at one place, as the run joins them (shared/directory/record-merge/join-items.ts). */
function joinItems(former: StoredItem, own: StoredItem): StoredItem {
  const { type = '' } = own;
  if (completedTypes.has(type)) return { ...former, ...own };
  if (!countedTypes.has(type)) return own;
  const sums = Object.entries(former).flatMap(([name, count]) =>
    typeof count === 'number' ? [[name, count + Number(own[name] ?? 0)] as const] : [],
  );
  return { ...own, ...Object.fromEntries(sums) };
}

/** The place at which the run finds what it moves to this one; undefined where it moves nothing to it. */
function findFormerPlace(prefix: string, { from, into }: OpenMerge, { pk, sk }: Place): Place | undefined {
  const isOf = pk.includes(into) || sk.includes(into);
  return isOf && !staying.test(`${pk.slice(prefix.length)} ${sk}`)
    ? { pk: pk.replaceAll(into, from), sk: sk.replaceAll(into, from) }
    : undefined;
}

/** Reads what is on its way to the remaining record as if it had arrived. */
function followRun(store: TenantStore, merge: OpenMerge): Reader {
  const { from, into, name } = merge;
  const rename = (item: StoredItem): StoredItem =>
    staying.test(`${item.pk.slice(store.prefix.length)} ${item.sk}`) || !JSON.stringify(item).includes(from)
      ? item
      : nameRecord(renameReferences(item, merge), { id: into, name });
  const toFormer = (text: string): string => text.replaceAll(into, from);
  const getMany = async (keys: readonly Place[], options?: ReadOptions) => {
    const places = keys.map((key) => findFormerPlace(store.prefix, merge, key));
    const former = await readPlaces(store, places, options);
    const own = await store.getMany(keys as readonly Key<StoredItem>[], options);
    return own.map((each, index) => {
      const [item, other] = [each, former[index]].map((found) => found && rename(found));
      return item && other ? joinItems(other, item) : (item ?? other);
    });
  };
  const query = async (partition: Partition<StoredItem>, range: Range = {}): Promise<Page<StoredItem>> => {
    const bounds = pickBounds(range);
    const texts = [partition.name, range.beginsWith, range.from, range.to];
    if (!texts.some((text) => text?.includes(into))) {
      const { items, next } = await store.query(partition, { ...range, ...bounds });
      return { items: joinPlaces([], items.map(rename), joinItems), ...(next && { next }) };
    }
    const former = await store.queryAll(
      { ...partition, name: toFormer(partition.name) },
      Object.fromEntries(
        Object.entries(bounds).map(([key, value]) => [
          key,
          typeof value === 'string' ? toFormer(value) : value,
        ]),
      ),
    );
    const own = await store.queryAll(partition, bounds);
    const moving = former.map(rename).filter((item) => !JSON.stringify(toPlace(item)).includes(from));
    return takeRange(partition, joinPlaces(moving, own.map(rename), joinItems), range);
  };
  return { getMany, query } as unknown as Reader;
}

/** The items at these places, in their order; undefined where there is no place or no item. */
async function readPlaces(
  store: TenantStore,
  places: readonly (Place | undefined)[],
  options?: ReadOptions,
): Promise<(StoredItem | undefined)[]> {
  const present = places.filter((place) => place !== undefined);
  const found = await store.getMany(
    present.map((place) => toKey(store, place)),
    options,
  );
  return places.map((place) => place && found[present.indexOf(place)]);
}

/** Reads what is on its way back to the restored record as if it had arrived, by what the merge wrote down. */
function followUndo(store: TenantStore, merge: OpenMerge): Reader {
  let steps: Promise<readonly MovedItem[]> | undefined;
  const loadMoved = (): Promise<readonly MovedItem[]> => {
    steps ??= (async () => {
      const moved: MovedItem[] = [];
      for await (const { items } of iterateSteps(store, { kind: merge, from: merge.from }))
        moved.push(...items);
      return moved;
    })();
    return steps;
  };
  /** The item without what the merge made of it: at its former place, unless it is there only because of the other one. */
  const restore = (item: StoredItem, moved: readonly MovedItem[]): StoredItem =>
    moved
      .filter(({ to }) => isSamePlace(to, item))
      .reduce<StoredItem>((current, step) => {
        if (!step.added) return restoreItem(current, step, merge).item;
        const counts = Object.entries(step.added).map(
          ([name, by]) => [name, Number(current[name]) - by] as const,
        );
        const joined = new Set(listJoined(step, current));
        const own = Object.entries(current).filter(([name]) => !joined.has(name));
        return { ...Object.fromEntries(own), ...Object.fromEntries(counts), ...toPlace(current) };
      }, item);
  /** What returns to these places: those of joined items as they were, others as they are by now. */
  const loadReturning = async (returning: readonly MovedItem[], moved: readonly MovedItem[]) => {
    const now = await readPlaces(
      store,
      returning.map(({ to }) => to),
      { consistent: true },
    );
    return returning.flatMap((step, index) => {
      const current = now[index];
      if (!current) return [];
      return [step.added ? { ...step.before, ...step.from } : restore(current, moved)];
    });
  };
  const getMany = async (keys: readonly Place[], options?: ReadOptions) => {
    const moved = await loadMoved();
    const wanted = new Set(keys.map(toName));
    const elsewhere = moved.filter(({ from, to }) => !isSamePlace(from, to) && wanted.has(toName(from)));
    const returning = await loadReturning(elsewhere, moved);
    const found = await store.getMany(keys as readonly Key<StoredItem>[], options);
    return keys.map((key, index) => {
      const item = found[index];
      const restored = item && restore(item, moved);
      return restored && isSamePlace(restored, key)
        ? restored
        : returning.find((each) => isSamePlace(each, key));
    });
  };
  /** The short entries that an organization gets back with what belongs to it (shared/directory/organizations/organization-entries.ts). */
  const findEntries = (moved: readonly MovedItem[]) => {
    const ids = new Set(
      moved.flatMap(({ itemType, before, from: { pk } }) =>
        (itemType === 'person' ? before.organizationId : before.parentId) === merge.from
          ? [pk.split('#').at(-1)]
          : [],
      ),
    );
    return ({ type = '', id }: StoredItem): boolean =>
      /^organization-(?:person|below)$/.test(type) && ids.has(String(id));
  };
  const query = async (partition: Partition<StoredItem>, range: Range = {}): Promise<Page<StoredItem>> => {
    const bounds = pickBounds(range);
    const moved = await loadMoved();
    const name = getPartitionName(partition);
    const isOf = (values: Readonly<Record<string, unknown>>): boolean => values[name] === partition.name;
    const returning = moved.filter(({ from, before }) => isOf({ ...before, ...from }));
    const [isRestored, isRemaining] = [merge.from, merge.into].map(
      (id) => partition.name === `${store.prefix}ORG#${id}`,
    );
    const isConcerned =
      isRestored ||
      isRemaining ||
      returning.length > 0 ||
      moved.some(({ to, after, before }) => isOf({ ...after, ...to }) || isOf({ ...before, ...to }));
    if (!isConcerned) {
      const { items, next } = await store.query(partition, { ...range, ...bounds });
      return { items: items.map((item) => restore(item, moved)), ...(next && { next }) };
    }
    const back = await loadReturning(returning, moved);
    const isEntry = findEntries(moved);
    const entries = isRestored
      ? await store.queryAll({ ...partition, name: `${store.prefix}ORG#${merge.into}` }, bounds)
      : [];
    back.push(...entries.filter(isEntry).map((entry) => ({ ...entry, pk: partition.name })));
    const own = (await store.queryAll(partition, bounds)).filter((item) => !isRemaining || !isEntry(item));
    const items = joinPlaces(
      back.filter((item) => isOf(item) && isWithin(bounds, String(item[getSortName(partition)]))),
      own.map((item) => restore(item, moved)).filter(isOf),
      (_, current) => current,
    );
    return takeRange(partition, items, range);
  };
  return { getMany, query } as unknown as Reader;
}

/** The tenant's store without the effect of open merges being under way. The same store, where none is. */
export function followMerges(tenant: TenantStore): TenantStore {
  const { openMerges, followsMerges } = tenant;
  if (!openMerges || followsMerges) return tenant;
  let store: TenantStore = { ...tenant, followsMerges: true };
  for (const merge of openMerges) {
    const reads = merge.status === 'running' ? followRun(store, merge) : followUndo(store, merge);
    store = Object.assign({}, store, deriveStore(reads));
  }
  return store;
}

/** The places from which the item of this key may still be on its way: a decision that holds for a person checks them too. */
export const listFormerKeys = <T>(tenant: TenantStore, key: Key<T>): Key<T>[] =>
  (tenant.openMerges ?? []).flatMap((merge) => {
    const place = merge.status === 'running' ? findFormerPlace(tenant.prefix, merge, key) : undefined;
    return place ? [{ ...key, ...place }] : [];
  });
