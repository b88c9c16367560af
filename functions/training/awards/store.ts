// Where awards are kept: the award in its own partition and in the list by name, and a short entry in the catalogue.
//
// The list by name is counted: any page of it costs the same. Orders by another field, and dates in the past, are
// rarely asked for and are taken from the catalogue: its entries in the order of creation, and the page's awards by key.
// Read units of a page of 50 among 1,000 awards, measured: by name 7 at most (descending 12), by another field 57, of
// which the entries are 30. A counted list for each field would cost every change of an award another four writes.
import { type Change, ifAbsent, put, remove, update } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { invalid, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, unchangedSince } from '../../../shared/http/etag.ts';
import type { AwardTypeItem, TypeKind } from '../settings/award-type.ts';
import { awardComesTo, awardLeaves, typeKey } from '../settings/store.ts';
import { type AwardContent, type AwardItem, awardSort } from './award.ts';
import type { Referred } from './references.ts';

const awardKey = (tenant: TenantStore, id: string): Key<AwardItem> => tenant.key(`AWARD#${id}`, 'AWARD');

/** All awards by name, with their number. */
export const awardsByName = (tenant: TenantStore): CountedList<AwardItem> =>
  countedList<AwardItem>(tenant, 'AWARDS');

/** What the catalogue tells of an award: enough to put it in any order. */
export interface CatalogueEntry
  extends Pick<AwardItem, 'id' | 'name' | 'price' | 'isActive' | 'createdDate' | 'modifiedDate'> {
  readonly type: 'award-entry';
}

const catalogue = (tenant: TenantStore): Partition<CatalogueEntry> => tenant.partition('AWARD-CATALOGUE');
const entryKey = (tenant: TenantStore, award: AwardItem): Key<CatalogueEntry> =>
  tenant.key('AWARD-CATALOGUE', `${award.createdDate}#${award.id}`);
const entryOf = ({ id, name, price, isActive, createdDate, modifiedDate }: AwardItem): CatalogueEntry => ({
  type: 'award-entry',
  id,
  name,
  price,
  isActive,
  createdDate,
  modifiedDate,
});

/** The catalogue's entries in the order of creation, up to a moment when one is given. */
export async function catalogueUpTo(
  tenant: TenantStore,
  moment: Date | undefined,
): Promise<CatalogueEntry[]> {
  const found: CatalogueEntry[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(catalogue(tenant), {
      // Nothing in an id sorts after a tilde.
      ...(moment && { to: `${moment.toISOString()}#~` }),
      ...(after && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

/** Whether any award was created after a moment. One short read. */
export async function hasAwardsSince(tenant: TenantStore, moment: Date): Promise<boolean> {
  const { items } = await tenant.query(catalogue(tenant), { backward: true, limit: 1 });
  const [newest] = items;
  return newest !== undefined && newest.createdDate > moment.toISOString();
}

/** The award with this id, if there is one. */
export const awardById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<AwardItem | undefined> => tenant.get(awardKey(tenant, id), options);

/**
 * The award with this id as it was last written, to be changed.
 * @throws Failure 404
 */
export async function foundAward(tenant: TenantStore, id: string): Promise<AwardItem> {
  const award = await awardById(tenant, id, { consistent: true });
  if (!award) throw notFound('award', id);
  return award;
}

/** The awards with these ids, in their order, without those that have gone. */
export async function awardsById(tenant: TenantStore, ids: readonly string[]): Promise<AwardItem[]> {
  const found = await tenant.getMany(ids.map((id) => awardKey(tenant, id)));
  return found.filter((award) => award !== undefined);
}

const typesOf = ({ levelTypeId, objectTypeId }: AwardContent): [TypeKind, string][] => [
  ...(levelTypeId === undefined ? [] : [['levelType', levelTypeId] satisfies [TypeKind, string]]),
  ...(objectTypeId === undefined ? [] : [['objectType', objectTypeId] satisfies [TypeKind, string]]),
];

/** The types that some awards carry, by id; one round trip, and as many items as there are different ones. */
export async function typesOfAwards(
  tenant: TenantStore,
  awards: readonly AwardContent[],
): Promise<ReadonlyMap<string, AwardTypeItem>> {
  const kinds = new Map(awards.flatMap(typesOf).map(([kind, id]) => [id, kind]));
  const found = await tenant.getMany([...kinds].map(([id, kind]) => typeKey(tenant, kind, id)));
  return new Map(found.flatMap((type) => (type ? [[type.id, type]] : [])));
}

/** Everything an award refers to, in one round trip. */
export async function referredBy(tenant: TenantStore, award: AwardContent): Promise<Referred> {
  const keys: Key<AwardTypeItem | AwardItem | PersonItem>[] = [
    ...typesOf(award).map(([kind, id]) => typeKey(tenant, kind, id)),
    ...award.prerequisites.filter(({ type }) => type === 'Award').map(({ id }) => awardKey(tenant, id)),
    ...award.contactPersonIds.map((id) => personKey(tenant, id)),
  ];
  const found = (await tenant.getMany(keys)).filter((item) => item !== undefined);
  const typed = (kind: TypeKind) =>
    found.flatMap((item) => (item.type === kind ? [item satisfies AwardTypeItem] : []))[0];
  return {
    levelType: typed('levelType'),
    objectType: typed('objectType'),
    awards: new Map(found.flatMap((item) => (item.type === 'award' ? [[item.id, item]] : []))),
    people: new Map(found.flatMap((item) => (item.type === 'person' ? [[item.id, item]] : []))),
  };
}

/** Counts an award in to the types it newly carries, and out of those it no longer does. */
function typeCounts(tenant: TenantStore, before: AwardContent | undefined, after: AwardContent | undefined) {
  const had = new Map(before ? typesOf(before) : []);
  const has = new Map(after ? typesOf(after) : []);
  const comes = [...has].filter(([kind, id]) => had.get(kind) !== id);
  const goes = [...had].filter(([kind, id]) => has.get(kind) !== id);
  return [
    ...comes.map(([kind, id]) => {
      const target = `${kind}Id`;
      const message = `The value of ${target}, ${id}, names nothing that is there.`;
      return awardComesTo(tenant, kind, id, invalid([{ code: 'UNKNOWN_VALUE', message, target }]));
    }),
    ...goes.map(([kind, id]) => awardLeaves(tenant, kind, id)),
  ];
}

/** Writes a new award and its entry; the list's counters and the types' are the caller's, who may write several. */
export const awardPuts = (tenant: TenantStore, award: AwardItem): Change[] => [
  put(awardKey(tenant, award.id), award, {
    condition: ifAbsent,
    otherwise: 'decide again',
    listed: { listing: awardsByName(tenant).listing, sort: awardSort(award) },
  }),
  put(entryKey(tenant, award), entryOf(award)),
];

/** Creates an award. */
export async function awardCreation(tenant: TenantStore, award: AwardItem): Promise<Change[]> {
  return [
    ...typeCounts(tenant, undefined, award),
    ...awardPuts(tenant, award),
    ...(await awardsByName(tenant).changesForInsert(awardSort(award))),
  ];
}

/** Attributes that no change of an award writes: what it is, and the count that registrations keep. */
const kept = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'type', 'id', 'schemaVersion'],
  ...['createdDate', 'activeRegistrations'],
]);

const writable = (award: AwardItem): Record<string, unknown> =>
  Object.fromEntries(Object.entries(award).filter(([name, value]) => !kept.has(name) && value !== undefined));

/** Changes an award that was read as `before`. */
export async function awardReplacement(
  tenant: TenantStore,
  before: AwardItem,
  after: AwardItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const set = writable(after);
  const sort = awardSort(after);
  const unset = Object.keys(writable(before)).filter((name) => !Object.hasOwn(set, name));
  return [
    update(
      awardKey(tenant, after.id),
      { set: { ...set, gsi1sk: sort }, unset },
      unchangedSince(before.version, ifMatch),
    ),
    put(entryKey(tenant, after), entryOf(after)),
    ...typeCounts(tenant, before, after),
    ...(await awardsByName(tenant).changesForMove(awardSort(before), sort)),
  ];
}

/**
 * Removes an award that was read as `before`, if it still has no active registrations when it goes: a registration that
 * came meanwhile has the rule decide again, and is found.
 */
export async function awardRemoval(
  tenant: TenantStore,
  before: AwardItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const { condition } = unchangedSince(before.version, ifMatch);
  const withoutRegistrations = {
    expression: `${condition.expression} AND #activeRegistrations = :none`,
    names: { ...condition.names, '#activeRegistrations': 'activeRegistrations' },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(awardKey(tenant, before.id), { condition: withoutRegistrations, otherwise: 'decide again' }),
    remove(entryKey(tenant, before)),
    ...typeCounts(tenant, before, undefined),
    ...(await awardsByName(tenant).changesForRemove(awardSort(before))),
  ];
}
