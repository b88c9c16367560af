// The fields that a tenant adds to people and organizations (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import type { TenantStore } from '../../data/store.ts';
import { compareTexts } from '../../lists/sort.ts';
import { type DefinitionKind, listDefinitions } from './definition-store.ts';
import { line } from './fields.ts';
import type { StoredRecord } from './stored.ts';

/** The records that have custom fields. */
export const fieldOwners = ['people', 'organizations'] as const;
export type FieldOwner = (typeof fieldOwners)[number];

/** What a field contains, by the numbers of existing callers. */
export const controlTypes = { text: 0, date: 1, other: 3, address: 9, phone: 11, organization: 12 } as const;

/** The stored content of a definition. */
export const CustomFieldContent = z.strictObject({
  name: line(90),
  controlTypeId: z.literal(Object.values(controlTypes)),
  tab: line(90),
  tabGroup: line(90),
  /** The order in its group, the lowest first. */
  sequence: z.int(),
  isRequired: z.boolean(),
  /** Only these values, where there are any. */
  allowedValues: z.array(line(200)).max(500).optional(),
  /** Whether callers without a token learn that there is this field. */
  isPublic: z.boolean().optional(),
  isActive: z.boolean().optional(),
});
export type CustomFieldContent = z.infer<typeof CustomFieldContent>;
export type CustomFieldItem = CustomFieldContent & StoredRecord<`${FieldOwner}-field`>;

/** The fields of people, or of organizations, as definitions. */
export const customFields = (
  owner: FieldOwner,
): DefinitionKind<CustomFieldContent, CustomFieldItem['type']> => ({
  type: `${owner}-field`,
  what: 'custom field',
  group: 'FIELD',
});

/** Whether a caller may learn of a field: strangers only of public ones; nobody of inactive ones. */
export const isFieldVisible = (
  { isActive, isPublic }: Pick<CustomFieldContent, 'isActive' | 'isPublic'>,
  { kind }: { readonly kind: 'anonymous' | 'user' | 'client' },
): boolean => isActive !== false && (kind !== 'anonymous' || isPublic === true);

/** By tab, group and place in it. */
const compareFields = (a: CustomFieldContent, b: CustomFieldContent): number =>
  compareTexts(a.tab, b.tab) ||
  compareTexts(a.tabGroup, b.tabGroup) ||
  a.sequence - b.sequence ||
  compareTexts(a.name, b.name);

/** All fields of people, or of organizations, in their order, inactive ones included. One query. */
export const listCustomFields = async (tenant: TenantStore, owner: FieldOwner): Promise<CustomFieldItem[]> =>
  (await listDefinitions(tenant, customFields(owner))).sort(compareFields);
