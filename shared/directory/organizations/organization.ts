// An organization of the directory: the stored content and the interface's form.
import * as z from 'zod';
import { emailAddress } from '../../mail-address/email-address.ts';
import { Address, AddressContent, presentAddress } from '../record/address.ts';
import { ContactView, contactContent, listContacts } from '../record/contacts.ts';
import {
  CustomValueContent,
  CustomValueView,
  type FieldContext,
  MAX_VALUES,
  presentCustomValues,
} from '../record/custom-value.ts';
import {
  auditFields,
  ExternalId,
  Link,
  LinkView,
  line,
  type PresentContext,
  presentLink,
  type RecordMetadata,
  webAddress,
} from '../record/fields.ts';

/** The stored content of an organization, without its id and dates. */
export const OrganizationContent = z.strictObject({
  name: line(300),
  /** Presented as `type`; the stored attribute `type` is the type of the record. */
  organizationType: line(100).optional(),
  description: line(2000).optional(),
  email: emailAddress.optional(),
  phone: line(50).optional(),
  /** Further addresses and numbers, and the uses of those above. */
  emails: z.array(contactContent(emailAddress)).max(20).optional(),
  phones: z
    .array(contactContent(line(50)))
    .max(20)
    .optional(),
  website: webAddress.optional(),
  imageThumbUrl: webAddress.optional(),
  parentId: z.uuid().optional(),
  addresses: z.array(AddressContent).max(50).optional(),
  links: z.array(Link).max(100).optional(),
  tags: z.array(line(50)).max(20).optional(),
  externalIds: z.array(ExternalId).max(100).optional(),
  customFields: z.array(CustomValueContent).max(MAX_VALUES).optional(),
  isActive: z.boolean().optional(),
});
export type OrganizationContent = z.infer<typeof OrganizationContent>;

/**
 * An organization as the interface presents one (docs/interface/crm.md#organization-fields): every field is present,
 * `null` if unknown.
 */
export const Organization = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Rivertown' }),
    type: z.string().nullable().meta({ example: 'Company' }),
    description: z.string().nullable(),
    email: z.string().nullable().meta({ example: 'office@rivertown.example' }),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    emails: z.array(ContactView).meta({ description: 'All email addresses, the main one first.' }),
    phones: z.array(ContactView).meta({ description: 'All telephone numbers, the main one first.' }),
    parentId: z.uuid().nullable().meta({ description: 'The organization this one belongs to.' }),
    addresses: z.array(Address),
    links: z.array(LinkView),
    tags: z.array(z.string()),
    externalIds: z.array(ExternalId),
    customFields: z
      .array(CustomValueView)
      .meta({ description: 'Values of the fields that the tenant defined.' }),
    ...auditFields,
  })
  .meta({ id: 'Organization', description: 'An organization: a member, a company, an agency.' });
export type Organization = z.infer<typeof Organization>;

/** An organization in lite form, as lists to choose from show it (docs/interface/crm.md#organizations). */
export const OrganizationLite = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Rivertown' }),
    type: z.string().nullable().meta({ example: 'Company' }),
    parentId: z.uuid().nullable().meta({ description: 'The organization this one belongs to.' }),
    isActive: z.boolean(),
  })
  .meta({ id: 'OrganizationLite', description: 'An organization in lite form.' });
export type OrganizationLite = z.infer<typeof OrganizationLite>;

const toContact = (value: string | undefined) => (value === undefined ? undefined : { value });

/** All email addresses of an organization, the main one first. */
export const listOrganizationEmails = ({ email, emails }: OrganizationContent) =>
  listContacts([toContact(email)], emails);

/** All telephone numbers of an organization, the main one first. */
export const listOrganizationPhones = ({ phone, phones }: OrganizationContent) =>
  listContacts([toContact(phone)], phones);

/** The organization in the interface's form. */
export function presentOrganization(
  organization: OrganizationContent & RecordMetadata,
  { tenantCode, fields }: Pick<PresentContext, 'tenantCode'> & FieldContext,
): Organization {
  return {
    id: organization.id,
    name: organization.name,
    type: organization.organizationType ?? null,
    description: organization.description ?? null,
    email: organization.email ?? null,
    phone: organization.phone ?? null,
    website: organization.website ?? null,
    imageThumbUrl: organization.imageThumbUrl ?? null,
    emails: listOrganizationEmails(organization),
    phones: listOrganizationPhones(organization),
    parentId: organization.parentId ?? null,
    addresses: (organization.addresses ?? []).map(presentAddress),
    links: (organization.links ?? []).map(presentLink),
    tags: organization.tags ?? [],
    externalIds: organization.externalIds ?? [],
    customFields: presentCustomValues(organization.customFields, { fields }),
    createdDate: organization.createdDate,
    modifiedDate: organization.modifiedDate,
    isActive: organization.isActive ?? true,
    tenantId: tenantCode,
  };
}

/** The organization in lite form. */
export function presentOrganizationLite(
  organization: OrganizationContent & { readonly id: string },
): OrganizationLite {
  return {
    id: organization.id,
    name: organization.name,
    type: organization.organizationType ?? null,
    parentId: organization.parentId ?? null,
    isActive: organization.isActive ?? true,
  };
}
