// An organization as the lists of existing callers show one (docs/interface/crm.md#organizations-in-lists).
import * as z from 'zod';
import { listLocations } from '../../../../shared/directory/organizations/listed-organizations.ts';
import {
  listOrganizationEmails,
  listOrganizationPhones,
} from '../../../../shared/directory/organizations/organization.ts';
import type { OrganizationItem } from '../../../../shared/directory/organizations/organization-store.ts';
import type { PeopleCount } from '../../../../shared/directory/people/people-count.ts';
import { type FieldContext, presentCustomValues } from '../../../../shared/directory/record/custom-value.ts';

const values = (description: string) => z.array(z.strictObject({ value: z.string() })).meta({ description });

/** A value of a custom field. */
export const ListedFieldValue = z
  .strictObject({ fieldId: z.uuid(), fieldName: z.string(), fieldValue: z.string() })
  .meta({ id: 'ListedFieldValue' });

export const ListedOrganizationView = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Rivertown' }),
    imageThumbUrl: z.string().nullable(),
    status: z.enum(['Active', 'Inactive']),
    totalMembers: z.int().meta({ description: 'The people whose main organization it is.' }),
    activeMembers: z
      .int()
      .meta({ description: 'Those of them who are active; none in an inactive organization.' }),
    locations: z
      .array(z.strictObject({ fieldName: z.string().meta({ example: 'Rivertown, MD' }) }))
      .meta({ description: 'The towns of its addresses.' }),
    phoneNumbers: values('Its telephone numbers, those of its addresses included.'),
    primaryEmail: z.string().nullable(),
    secondaryEmails: values('Its further email addresses.'),
    organizationType: z.string().nullable().meta({ example: 'Company' }),
    website: z.string().nullable(),
    createdOn: z.iso.datetime(),
    modifiedOn: z.iso.datetime(),
    organizationTags: z.array(z.strictObject({ tagName: z.string() })),
    customFields: z.array(ListedFieldValue),
  })
  .meta({ id: 'ListedOrganization', description: 'An organization in a list.' });

/** All telephone numbers of an organization, each once, its own first. */
export const listPhoneNumbers = (organization: OrganizationItem): string[] => [
  ...new Set([
    ...listOrganizationPhones(organization).map(({ value }) => value),
    ...(organization.addresses ?? []).flatMap(({ phone }) => phone ?? []),
  ]),
];

/** The values of custom fields as lists show them. */
const presentFieldValues = ({ customFields }: OrganizationItem, context: FieldContext) =>
  presentCustomValues(customFields, context).map(({ fieldId, fieldName, value }) => ({
    fieldId,
    fieldName,
    fieldValue: value,
  }));

/** Whoever belongs to an inactive organization is no member (docs/interface/crm.md#members). */
const countActive = ({ isActive = true }: OrganizationItem, { active }: PeopleCount): number =>
  isActive ? active : 0;

/** The organization in a list. */
export const presentListedOrganization = (
  organization: OrganizationItem,
  people: PeopleCount,
  context: FieldContext,
): z.infer<typeof ListedOrganizationView> => ({
  id: organization.id,
  name: organization.name,
  imageThumbUrl: organization.imageThumbUrl ?? null,
  status: (organization.isActive ?? true) ? 'Active' : 'Inactive',
  totalMembers: people.total,
  activeMembers: countActive(organization, people),
  locations: listLocations(organization).map((fieldName) => ({ fieldName })),
  phoneNumbers: listPhoneNumbers(organization).map((value) => ({ value })),
  primaryEmail: organization.email ?? null,
  secondaryEmails: listOrganizationEmails(organization)
    .slice(1)
    .map(({ value }) => ({ value })),
  organizationType: organization.organizationType ?? null,
  website: organization.website ?? null,
  createdOn: organization.createdDate,
  modifiedOn: organization.modifiedDate,
  organizationTags: (organization.tags ?? []).map((tagName) => ({ tagName })),
  customFields: presentFieldValues(organization, context),
});
