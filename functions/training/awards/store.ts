// Stores awards: the award in its own partition and in the list by name, and a short entry in the catalogue.
//
// The list by name is counted: any page of it costs the same. Sorting by another field and dates in the past are rare
// requests; they read the catalogue entries in the order of creation, and the awards of the page by key. Measured read
// units for a page of 50 among 1,000 awards: by name at most 7 (descending 12), by another field 69, of which 40 are
// the entries.
import { type Change, ifPresent, insert, remove, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { type CatalogueEntries, catalogueEntries } from '../catalogue/entries/entries.ts';
import type { Catalogue } from '../catalogue/entries/page.ts';
import { type CourseItem, courseKey } from '../courses/course.ts';
import { buildTypeCountChanges, typeKey } from '../settings/types/store.ts';
import type { TrainingTypeItem, TypeKind } from '../settings/types/training-type.ts';
import { findCurrency, type TrainingSettingsItem, trainingSettingsKey } from '../training-settings.ts';
import { awardSort } from './award.ts';
import {
  type AwardContent,
  type AwardItem,
  awardKey,
  awardsById,
  awardTypeReferences,
} from './record/award-record.ts';
import type { AwardReferences } from './references.ts';

/** All awards by name, with their count. */
export const awardsByName = (tenant: TenantStore): CountedList<AwardItem> =>
  countedList<AwardItem>(tenant, 'AWARDS');

/** The catalogue entry of an award: enough to filter and sort awards. */
export interface AwardEntry
  extends Pick<AwardItem, 'id' | 'name' | 'price' | 'isActive' | 'tags' | 'createdDate' | 'modifiedDate'> {
  readonly type: 'award-entry';
}

/** The entries of all awards, and of the active ones. */
export const awardEntries = (tenant: TenantStore): CatalogueEntries<AwardEntry> =>
  catalogueEntries<AwardEntry>(tenant, 'AWARD');

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

/** Loads everything an award refers to, in one round trip. */
export async function loadAwardReferences(
  tenant: TenantStore,
  award: AwardContent,
): Promise<AwardReferences> {
  const keys: Key<TrainingTypeItem | AwardItem | CourseItem | PersonItem | TrainingSettingsItem>[] = [
    trainingSettingsKey(tenant),
    ...awardTypeReferences(award).map(({ kind, id }) => typeKey(tenant, kind, id)),
    ...award.prerequisites.flatMap(({ type, id }): Key<AwardItem | CourseItem>[] =>
      type === 'Experience' ? [] : [type === 'Award' ? awardKey(tenant, id) : courseKey(tenant, id)],
    ),
    ...award.contactPersonIds.map((id) => personKey(tenant, id)),
  ];
  const found = (await tenant.getMany(keys)).filter((item) => item !== undefined);
  const findType = (kind: TypeKind) =>
    found.flatMap((item) => (item.type === kind ? [item satisfies TrainingTypeItem] : []))[0];
  return {
    levelType: findType('levelType'),
    objectType: findType('objectType'),
    currency: findCurrency(found),
    awards: new Map(found.flatMap((item) => (item.type === 'award' ? [[item.id, item]] : []))),
    courses: new Map(found.flatMap((item) => (item.type === 'course' ? [[item.id, item]] : []))),
    people: new Map(found.flatMap((item) => (item.type === 'person' ? [[item.id, item]] : []))),
  };
}

/** The types of the awards of a list, by id, and the currency of their prices: one round trip. */
export async function loadListLabels(
  tenant: TenantStore,
  awards: readonly AwardContent[],
): Promise<{ readonly types: ReadonlyMap<string, TrainingTypeItem>; readonly currency: string }> {
  const kinds = new Map(awards.flatMap(awardTypeReferences).map(({ kind, id }) => [id, kind]));
  const keys: Key<TrainingTypeItem | TrainingSettingsItem>[] = [
    trainingSettingsKey(tenant),
    ...[...kinds].map(([id, kind]) => typeKey(tenant, kind, id)),
  ];
  const found = await tenant.getMany(keys);
  const types = found.flatMap((item) => (item && item.type !== 'training-settings' ? [item] : []));
  return { types: new Map(types.map((type) => [type.id, type])), currency: findCurrency(found) };
}

/** Writes a new award and its entry. The caller writes the counters of lists and types, once for several awards. */
export const putAward = (tenant: TenantStore, award: AwardItem): Change[] => [
  insert(awardKey(tenant, award.id), award, {
    listed: { listing: awardsByName(tenant).listing, sort: awardSort(award) },
  }),
  awardEntries(tenant).putEntry(toAwardEntry(award)),
];

/** Writes a new award with all its counters. */
export async function insertAward(tenant: TenantStore, award: AwardItem): Promise<Change[]> {
  return [
    ...buildTypeCountChanges(tenant, [], awardTypeReferences(award)),
    ...putAward(tenant, award),
    ...(await awardsByName(tenant).changesForInsert(awardSort(award))),
    ...(await awardEntries(tenant).buildCountChanges(undefined, toAwardEntry(award))),
  ];
}

/**
 * Changes the count of active registrations of an award, in the transaction that writes the registration. If the award
 * was removed since, the request is retried.
 */
export const addActiveRegistrations = (tenant: TenantStore, awardId: string, by: number): Change =>
  update(
    awardKey(tenant, awardId),
    { add: { activeRegistrations: by } },
    { condition: ifPresent, onConflict: 'retry' },
  );

/** Changes the count of held certifications of an award, in the transaction that awards or revokes one. */
export const addHeldCertifications = (tenant: TenantStore, awardId: string, by: number): Change =>
  update(
    awardKey(tenant, awardId),
    { add: { heldCertifications: by } },
    { condition: ifPresent, onConflict: 'retry' },
  );

/**
 * Attributes that an update of an award never writes: keys, and the counts that registrations and certifications
 * maintain.
 */
const protectedAttributes = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'type', 'id', 'schemaVersion'],
  ...['createdDate', 'activeRegistrations', 'heldCertifications'],
]);

const writableAttributes = (award: AwardItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(award).filter(([name, value]) => !protectedAttributes.has(name) && value !== undefined),
  );

/** Updates an award that was read as `before`. */
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
 * Removes an award that was read as `before`, if it still has neither active registrations nor holders. If one was
 * added since, the request is retried, and the rule finds it.
 */
export async function removeAward(
  tenant: TenantStore,
  before: AwardItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const entries = awardEntries(tenant);
  const { condition } = ifUnchanged(before.version, ifMatch);
  const notInUse = {
    expression: `${condition.expression} AND #activeRegistrations = :none AND (attribute_not_exists(#heldCertifications) OR #heldCertifications <= :none)`,
    names: {
      ...condition.names,
      '#activeRegistrations': 'activeRegistrations',
      '#heldCertifications': 'heldCertifications',
    },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(awardKey(tenant, before.id), { condition: notInUse, onConflict: 'retry' }),
    entries.removeEntry(toAwardEntry(before)),
    ...(await entries.buildCountChanges(toAwardEntry(before), undefined)),
    ...buildTypeCountChanges(tenant, awardTypeReferences(before), []),
    ...(await awardsByName(tenant).changesForRemove(awardSort(before))),
  ];
}
