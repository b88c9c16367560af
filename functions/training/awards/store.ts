// Where awards are kept: the award in its own partition and in the list by name, and a short entry in the catalogue.
//
// The list by name is counted: any page of it costs the same. Orders by another field, and dates in the past, are
// rarely asked for and are taken from the catalogue: its entries in the order of creation, and the page's awards by key.
// Read units of a page of 50 among 1,000 awards, measured: by name 7 at most (descending 12), by another field 69, of
// which the entries are 40.
import { type Change, ifAbsent, ifPresent, put, remove, update } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type CatalogueEntries, catalogueEntries } from '../catalogue/entries.ts';
import type { Catalogue } from '../catalogue/page.ts';
import { type CourseItem, courseKey } from '../courses/course.ts';
import { buildTypeCountChanges, typeKey } from '../settings/types/store.ts';
import type { TrainingTypeItem, TypeKind } from '../settings/types/training-type.ts';
import { type AwardContent, type AwardItem, awardSort, awardTypeReferences } from './award.ts';
import type { AwardReferences } from './references.ts';

export const awardKey = (tenant: TenantStore, id: string): Key<AwardItem> =>
  tenant.key(`AWARD#${id}`, 'AWARD');

/** All awards by name, with their number. */
export const awardsByName = (tenant: TenantStore): CountedList<AwardItem> =>
  countedList<AwardItem>(tenant, 'AWARDS');

/** What the catalogue tells of an award: enough to find it and to put it in any order. */
export interface AwardEntry
  extends Pick<AwardItem, 'id' | 'name' | 'price' | 'isActive' | 'tags' | 'createdDate' | 'modifiedDate'> {
  readonly type: 'award-entry';
}

/** The entries of all awards, and of those that are offered. */
export const awardEntries = (tenant: TenantStore): CatalogueEntries<AwardEntry> =>
  catalogueEntries<AwardEntry>(tenant, 'AWARD');

/** An award as the catalogue tells of it. */
const toAwardEntry = (award: AwardItem): AwardEntry => ({
  type: 'award-entry',
  id: award.id,
  name: award.name,
  price: award.price,
  isActive: award.isActive,
  tags: award.tags,
  createdDate: award.createdDate,
  modifiedDate: award.modifiedDate,
});

/** All awards, by name or through their entries. */
export function awardsCatalogue(tenant: TenantStore): Catalogue<AwardItem, AwardEntry> {
  const { listCreatedUpTo, hasSince } = awardEntries(tenant);
  return {
    byName: awardsByName(tenant),
    listEntriesUpTo: listCreatedUpTo,
    hasSince,
    load: (entries) =>
      awardsById(
        tenant,
        entries.map(({ id }) => id),
      ),
  };
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
export async function requireAward(tenant: TenantStore, id: string): Promise<AwardItem> {
  const award = await awardById(tenant, id, { consistent: true });
  if (!award) throw notFound('award', id);
  return award;
}

/** The awards with these ids, in their order, without those that have gone. */
export async function awardsById(tenant: TenantStore, ids: readonly string[]): Promise<AwardItem[]> {
  const found = await tenant.getMany(ids.map((id) => awardKey(tenant, id)));
  return found.filter((award) => award !== undefined);
}

/** Everything an award refers to, in one round trip. */
export async function loadAwardReferences(
  tenant: TenantStore,
  award: AwardContent,
): Promise<AwardReferences> {
  const keys: Key<TrainingTypeItem | AwardItem | CourseItem | PersonItem>[] = [
    ...awardTypeReferences(award).map(({ kind, id }) => typeKey(tenant, kind, id)),
    ...award.prerequisites.flatMap(({ type, id }): Key<AwardItem | CourseItem>[] =>
      type === 'Experience' ? [] : [type === 'Award' ? awardKey(tenant, id) : courseKey(tenant, id)],
    ),
    ...award.contactPersonIds.map((id) => personKey(tenant, id)),
  ];
  const found = (await tenant.getMany(keys)).filter((item) => item !== undefined);
  const typed = (kind: TypeKind) =>
    found.flatMap((item) => (item.type === kind ? [item satisfies TrainingTypeItem] : []))[0];
  return {
    levelType: typed('levelType'),
    objectType: typed('objectType'),
    awards: new Map(found.flatMap((item) => (item.type === 'award' ? [[item.id, item]] : []))),
    courses: new Map(found.flatMap((item) => (item.type === 'course' ? [[item.id, item]] : []))),
    people: new Map(found.flatMap((item) => (item.type === 'person' ? [[item.id, item]] : []))),
  };
}

/** Writes a new award and its entry; the lists' counters and the types' are the caller's, who may write several. */
export const putAward = (tenant: TenantStore, award: AwardItem): Change[] => [
  put(awardKey(tenant, award.id), award, {
    condition: ifAbsent,
    otherwise: 'decide again',
    listed: { listing: awardsByName(tenant).listing, sort: awardSort(award) },
  }),
  awardEntries(tenant).putEntry(toAwardEntry(award)),
];

/** Creates an award. */
export async function insertAward(tenant: TenantStore, award: AwardItem): Promise<Change[]> {
  return [
    ...buildTypeCountChanges(tenant, [], awardTypeReferences(award)),
    ...putAward(tenant, award),
    ...(await awardsByName(tenant).changesForInsert(awardSort(award))),
    ...(await awardEntries(tenant).buildCountChanges(undefined, toAwardEntry(award))),
  ];
}

/**
 * Counts live registrations that lead to an award in (or out, when negative), in their own transaction. An award that was
 * removed meanwhile counts nothing: the rule decides again.
 */
export const addActiveRegistrations = (tenant: TenantStore, awardId: string, by: number): Change =>
  update(
    awardKey(tenant, awardId),
    { add: { activeRegistrations: by } },
    { condition: ifPresent, otherwise: 'decide again' },
  );

/** Counts a certification in to its award, or out of it once it is revoked, in its own transaction. */
export const addHeldCertifications = (tenant: TenantStore, awardId: string, by: 1 | -1): Change =>
  update(
    awardKey(tenant, awardId),
    { add: { heldCertifications: by } },
    { condition: ifPresent, otherwise: 'decide again' },
  );

/** Attributes that no change of an award writes: what it is, and the counts that registrations and certifications keep. */
const protectedAttributes = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'type', 'id', 'schemaVersion'],
  ...['createdDate', 'activeRegistrations', 'heldCertifications'],
]);

const writableAttributes = (award: AwardItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(award).filter(([name, value]) => !protectedAttributes.has(name) && value !== undefined),
  );

/** Changes an award that was read as `before`. */
export async function replaceAward(
  tenant: TenantStore,
  before: AwardItem,
  after: AwardItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const entries = awardEntries(tenant);
  const set = writableAttributes(after);
  const sort = awardSort(after);
  const unset = Object.keys(writableAttributes(before)).filter((name) => !Object.hasOwn(set, name));
  return [
    update(
      awardKey(tenant, after.id),
      { set: { ...set, gsi1sk: sort }, unset },
      ifUnchanged(before.version, ifMatch),
    ),
    entries.putEntry(toAwardEntry(after)),
    ...(await entries.buildCountChanges(toAwardEntry(before), toAwardEntry(after))),
    ...buildTypeCountChanges(tenant, awardTypeReferences(before), awardTypeReferences(after)),
    ...(await awardsByName(tenant).changesForMove(awardSort(before), sort)),
  ];
}

/**
 * Removes an award that was read as `before`, if it still has no active registrations and nobody holds it when it goes:
 * what came meanwhile has the rule decide again, and is found.
 */
export async function removeAward(
  tenant: TenantStore,
  before: AwardItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const entries = awardEntries(tenant);
  const { condition } = ifUnchanged(before.version, ifMatch);
  const outOfUse = {
    expression: `${condition.expression} AND #activeRegistrations = :none AND (attribute_not_exists(#heldCertifications) OR #heldCertifications <= :none)`,
    names: {
      ...condition.names,
      '#activeRegistrations': 'activeRegistrations',
      '#heldCertifications': 'heldCertifications',
    },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(awardKey(tenant, before.id), { condition: outOfUse, otherwise: 'decide again' }),
    entries.removeEntry(toAwardEntry(before)),
    ...(await entries.buildCountChanges(toAwardEntry(before), undefined)),
    ...buildTypeCountChanges(tenant, awardTypeReferences(before), []),
    ...(await awardsByName(tenant).changesForRemove(awardSort(before))),
  ];
}
