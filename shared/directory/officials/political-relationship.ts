// Political relationships: who knows which official, how, and how well. One is stored with the person, and listed with the
// official.
import * as z from 'zod';
import { type Change, ifAbsent, ifVersion, put } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import type { DefinitionKind } from '../record/definition-store.ts';
import { day, line } from '../record/fields.ts';
import { recordId } from '../record/record-id.ts';
import { nextVersion, type StoredRecord } from '../record/stored.ts';

/** The stored content of a type of relationship. */
export const RelationshipTypeContent = z.strictObject({
  name: line(100),
  isActive: z.boolean().optional(),
});
export type RelationshipTypeContent = z.infer<typeof RelationshipTypeContent>;
export type RelationshipTypeItem = RelationshipTypeContent & StoredRecord<'relationship-type'>;

export const relationshipTypes: DefinitionKind<RelationshipTypeContent, RelationshipTypeItem['type']> = {
  type: 'relationship-type',
  what: 'relationship type',
  group: 'ADVOCACY',
};

/** The types that every tenant has until it changes them. They have the same ids everywhere. */
export const builtInTypes: readonly RelationshipTypeItem[] = [
  'Acquaintance',
  'Business contact',
  'Campaign donor',
  'Campaign volunteer',
  'Classmate',
  'Constituent',
  'Family',
  'Former colleague',
  'Former staff member',
  'Friend',
  'Neighbor',
  'Staff member',
].map((name) =>
  nextVersion(
    'relationship-type',
    recordId('', 'relationship-type', name),
    { name },
    undefined,
    new Date('2026-01-01T00:00:00Z'),
  ),
);

/** The type of those who work for an official: they are listed as the staff, and not among those who know the official. */
export const STAFF_TYPE_ID = recordId('', 'relationship-type', 'Staff member');

/** How well two people know each other: 1 is distant, 5 is close. */
export const STRENGTHS = { least: 1, most: 5, byDefault: 3 } as const;

/** The most relationships of a person: all of them are read at once. */
export const MAX_RELATIONSHIPS = 200;

/** The stored content of a relationship. */
export const RelationshipContent = z.strictObject({
  personId: z.uuid(),
  officialId: z.uuid(),
  typeId: z.uuid(),
  strength: z.int().min(STRENGTHS.least).max(STRENGTHS.most),
  startDate: day.optional(),
  endDate: day.optional(),
  notes: line(2000).optional(),
  /** What the person does for the official, such as Chief of Staff. */
  title: line(200).optional(),
});
export type RelationshipContent = z.infer<typeof RelationshipContent>;
export type RelationshipItem = RelationshipContent & StoredRecord<'political-relationship'>;

/** Changes with every relationship of a person that a request writes: of two that overlap, the second one sees the first. */
interface RelationshipsGuardItem {
  readonly type: 'relationships-guard';
  readonly version: number;
}

export const relationshipKey = (
  tenant: TenantStore,
  { personId, id }: { readonly personId: string; readonly id: string },
): Key<RelationshipItem> => tenant.key(`PERSON#${personId}`, `RELATIONSHIP#${id}`);

const guardKey = (tenant: TenantStore, personId: string): Key<RelationshipsGuardItem> =>
  tenant.key(`PERSON#${personId}`, 'RELATIONSHIPS-GUARD');

/** The relationships with an official, the strongest ones first, and of these those that have lasted longest. */
export const relationshipsByOfficial = (
  tenant: TenantStore,
  officialId: string,
): Partition<RelationshipItem & { readonly gsi1sk: string }> =>
  tenant.listing(`RELATIONSHIPS-WITH#${officialId}`);

/** The staff of an official, in the order of those who know one. */
export const staffByOfficial = (
  tenant: TenantStore,
  officialId: string,
): Partition<RelationshipItem & { readonly gsi1sk: string }> => tenant.listing(`STAFF-OF#${officialId}`);

/** The list of an official that a relationship is in. */
const relationshipListing = (
  tenant: TenantStore,
  { officialId, typeId }: Pick<RelationshipContent, 'officialId' | 'typeId'>,
) => (typeId === STAFF_TYPE_ID ? staffByOfficial : relationshipsByOfficial)(tenant, officialId);

/** Its place in the list. */
const relationshipSort = ({
  strength,
  startDate = 'unknown',
  id,
}: RelationshipContent & { readonly id: string }): string =>
  `${STRENGTHS.most - strength}#${startDate}#${id}`;

/** Writes a relationship on this condition. */
export const putRelationship = (
  tenant: TenantStore,
  item: RelationshipItem,
  condition: Parameters<typeof put>[2],
): Change =>
  put(relationshipKey(tenant, item), item, {
    ...condition,
    listed: { listing: relationshipListing(tenant, item), sort: relationshipSort(item) },
  });

/** The relationships of a person. */
export interface PersonRelationships {
  readonly relationships: readonly RelationshipItem[];
  /** The change that makes a decision by these records fail, and be made again, after another one. */
  readonly guard: () => Change;
}

/** Loads the relationships of a person, as they are now. One query. */
export async function loadRelationships(tenant: TenantStore, personId: string): Promise<PersonRelationships> {
  const items = await tenant.queryAll(
    tenant.partition<RelationshipItem | RelationshipsGuardItem>(`PERSON#${personId}`),
    { beginsWith: 'RELATIONSHIP', consistent: true },
  );
  const guard = items.find((item) => item.type === 'relationships-guard');
  return {
    relationships: items.filter((item) => item.type === 'political-relationship'),
    guard: () =>
      put(
        guardKey(tenant, personId),
        { type: 'relationships-guard', version: (guard?.version ?? 0) + 1 },
        { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
      ),
  };
}
