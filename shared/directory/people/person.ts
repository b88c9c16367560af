// A person of the directory: the stored content, the interface's form, and the rules between the two.
import * as z from 'zod';
import { emailAddress } from '../../mail-address/email-address.ts';
import { type CheckedDay, isInForce } from '../../time/in-force.ts';
import { CommitteeTermContent, MAX_TERMS } from '../committees/committee-term.ts';
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
  day,
  ExternalId,
  Link,
  LinkView,
  line,
  type PresentContext,
  presentLink,
  type RecordMetadata,
  webAddress,
} from '../record/fields.ts';
import { mergeContent } from '../record/merge.ts';
import { Office, OfficeContent, presentOffice } from './office.ts';
import { PhotoContent, type PictureContext } from './person-photo.ts';

/** A stored position in an organization. */
export const PositionContent = z.strictObject({
  id: z.uuid(),
  organizationId: z.uuid().optional(),
  organizationName: line(300).optional(),
  title: line(200).optional(),
  department: line(200).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  /** Whether the person is a key contact of the organization. */
  isKeyContact: z.literal(true).optional(),
});
export type PositionContent = z.infer<typeof PositionContent>;

/**
 * The stored content of a person, without the id and dates. A field that no source gave is absent; whether a position
 * or an office is active is computed from its dates, never stored.
 */
export const PersonContent = z.strictObject({
  firstName: line(100).optional(),
  middleName: line(100).optional(),
  lastName: line(100).optional(),
  suffix: line(30).optional(),
  displayName: line(300).optional(),
  email: emailAddress.optional(),
  secondaryEmail: emailAddress.optional(),
  phone: line(50).optional(),
  mobilePhone: line(50).optional(),
  /** Further addresses and numbers, and the uses of those above. */
  emails: z.array(contactContent(emailAddress)).max(20).optional(),
  phones: z
    .array(contactContent(line(50)))
    .max(20)
    .optional(),
  title: line(200).optional(),
  department: line(200).optional(),
  organizationId: z.uuid().optional(),
  organizationName: line(300).optional(),
  /** Whether the person is a key contact of the main organization. */
  isKeyContact: z.literal(true).optional(),
  gender: line(50).optional(),
  party: line(100).optional(),
  imageThumbUrl: webAddress.optional(),
  /** The uploaded photo, which is shown in place of `imageThumbUrl`. */
  photo: PhotoContent.optional(),
  addresses: z.array(AddressContent).max(50).optional(),
  positions: z.array(PositionContent).max(200).optional(),
  offices: z.array(OfficeContent).max(200).optional(),
  terms: z.array(CommitteeTermContent).max(MAX_TERMS).optional(),
  links: z.array(Link).max(100).optional(),
  externalIds: z.array(ExternalId).max(100).optional(),
  otherNames: z.array(line(300)).max(200).optional(),
  personTypes: z.array(line(50)).max(20).optional(),
  tags: z.array(line(50)).max(20).optional(),
  customFields: z.array(CustomValueContent).max(MAX_VALUES).optional(),
  /** The first and the last day on which the person is active; see `isActivePerson`. */
  activeFrom: day.optional(),
  activeTo: day.optional(),
  isActive: z.boolean().optional(),
});
export type PersonContent = z.infer<typeof PersonContent>;

/** A position as the interface presents it (docs/interface/crm.md#person-fields). */
const Position = z
  .strictObject({
    id: z.uuid(),
    organizationId: z.uuid().nullable(),
    organizationName: z.string().nullable(),
    title: z.string().nullable(),
    department: z.string().nullable(),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
    isActive: z.boolean().meta({ description: 'Whether today is within the dates, both included.' }),
    isKeyContact: z
      .boolean()
      .meta({ description: 'Whether the person is a key contact of the organization.' }),
  })
  .meta({ id: 'Position', description: 'A position that a person holds or held in an organization.' });

const nullableText = (description: string, example?: string) =>
  z
    .string()
    .nullable()
    .meta(example === undefined ? { description } : { description, example });

/**
 * A person as the interface presents one (docs/interface/crm.md#person-fields): every field is present, `null` where
 * nothing is known.
 */
export const Person = z
  .strictObject({
    id: z.uuid(),
    firstName: nullableText('The given name.', 'Ada'),
    middleName: nullableText('The middle name or names.'),
    lastName: nullableText('The family name.', 'Fairweather'),
    suffix: nullableText('What follows the name.', 'Jr.'),
    displayName: z.string().meta({ description: 'The name to display.', example: 'Ada Fairweather' }),
    email: nullableText('The main email address.', 'ada.fairweather@example.org'),
    secondaryEmail: nullableText('A second email address.'),
    phone: nullableText('The main telephone number.', '410-555-0134'),
    mobilePhone: nullableText('The mobile telephone number.'),
    title: nullableText('The title of the main position.', 'Clerk'),
    department: nullableText('The department of the main position.'),
    organizationId: z.uuid().nullable().meta({ description: 'The main organization, when it has a record.' }),
    organizationName: nullableText('The name of the main organization.', 'Rivertown'),
    isKeyContact: z
      .boolean()
      .meta({ description: 'Whether the person is a key contact of the main organization.' }),
    gender: nullableText('The gender, as the source states it.'),
    party: nullableText('The political party of an official.'),
    imageThumbUrl: nullableText(
      'The address of a small picture: the uploaded photo, whose link expires, or one on the web.',
    ),
    emails: z.array(ContactView).meta({ description: 'All email addresses, the main one first.' }),
    phones: z.array(ContactView).meta({ description: 'All telephone numbers, the main one first.' }),
    addresses: z.array(Address),
    positions: z.array(Position),
    offices: z.array(Office),
    links: z.array(LinkView),
    externalIds: z.array(ExternalId),
    otherNames: z.array(z.string()).meta({ description: 'Other spellings of the name.' }),
    personTypes: z
      .array(z.string())
      .meta({ description: 'What the person is to the association, such as Member.' }),
    tags: z.array(z.string()),
    activeFrom: z.iso.date().nullable().meta({ description: 'The first day on which the person is active.' }),
    activeTo: z.iso.date().nullable().meta({ description: 'The last day on which the person is active.' }),
    customFields: z
      .array(CustomValueView)
      .meta({ description: 'Values of the fields that the tenant defined.' }),
    ...auditFields,
  })
  .meta({ id: 'Person', description: 'A person: a member, a contact, an official.' });
export type Person = z.infer<typeof Person>;

/**
 * The name to display: the stored one, else first, middle and last name with the suffix after a space, else the part of
 * the e-mail address before the @, because not everybody who sees names sees addresses; "(no name)" for a person with
 * none of these.
 */
export function displayName(
  person: Pick<PersonContent, 'displayName' | 'firstName' | 'middleName' | 'lastName' | 'suffix' | 'email'>,
): string {
  if (person.displayName) return person.displayName;
  const parts = [person.firstName, person.middleName, person.lastName, person.suffix].filter(Boolean);
  return parts.join(' ') || person.email?.split('@')[0] || '(no name)';
}

const toContact = (value: string | undefined, type?: string) =>
  value === undefined ? undefined : { value, type };

/**
 * Whether somebody is active on a day: neither deactivated nor outside the days from `activeFrom` to `activeTo`, both
 * included (docs/interface/crm.md#active-people).
 *
 * @param today in the tenant's time zone
 */
export const isActivePerson = (
  { isActive, activeFrom, activeTo }: Pick<PersonContent, 'isActive' | 'activeFrom' | 'activeTo'>,
  today: CheckedDay,
): boolean => isActive !== false && isInForce({ startDate: activeFrom, endDate: activeTo }, today);

/** All e-mail addresses of a person, the main one first. */
export const listEmails = ({ email, secondaryEmail, emails }: PersonContent) =>
  listContacts([toContact(email), toContact(secondaryEmail)], emails);

/** All telephone numbers of a person, the main one first. */
export const listPhones = ({ phone, mobilePhone, phones }: PersonContent) =>
  listContacts([toContact(phone), toContact(mobilePhone, 'Mobile')], phones);

/**
 * The person with a source's fields (see `mergeContent`). A display name of an earlier source is removed when the names
 * change and the new source has no display name.
 */
export function mergePerson(stored: PersonContent, source: PersonContent): PersonContent {
  const merged = mergeContent(stored, source);
  const renamed = (['firstName', 'middleName', 'lastName', 'suffix'] as const).some(
    (part) => merged[part] !== stored[part],
  );
  if (!renamed || source.displayName !== undefined) return merged;
  const { displayName: _, ...withoutName } = merged;
  return withoutName;
}

/** The person in the interface's form. */
export function presentPerson(
  person: PersonContent & RecordMetadata,
  { tenantCode, today, fields, presentPicture }: PresentContext & FieldContext & PictureContext,
): Person {
  return {
    id: person.id,
    firstName: person.firstName ?? null,
    middleName: person.middleName ?? null,
    lastName: person.lastName ?? null,
    suffix: person.suffix ?? null,
    displayName: displayName(person),
    email: person.email ?? null,
    secondaryEmail: person.secondaryEmail ?? null,
    phone: person.phone ?? null,
    mobilePhone: person.mobilePhone ?? null,
    title: person.title ?? null,
    department: person.department ?? null,
    organizationId: person.organizationId ?? null,
    organizationName: person.organizationName ?? null,
    isKeyContact: person.isKeyContact ?? false,
    gender: person.gender ?? null,
    party: person.party ?? null,
    imageThumbUrl: presentPicture(person),
    emails: listEmails(person),
    phones: listPhones(person),
    addresses: (person.addresses ?? []).map(presentAddress),
    positions: (person.positions ?? []).map((position) => ({
      id: position.id,
      organizationId: position.organizationId ?? null,
      organizationName: position.organizationName ?? null,
      title: position.title ?? null,
      department: position.department ?? null,
      startDate: position.startDate ?? null,
      endDate: position.endDate ?? null,
      isActive: isInForce(position, today),
      isKeyContact: position.isKeyContact ?? false,
    })),
    offices: (person.offices ?? []).map((office) => presentOffice(office, today)),
    links: (person.links ?? []).map(presentLink),
    externalIds: person.externalIds ?? [],
    otherNames: person.otherNames ?? [],
    personTypes: person.personTypes ?? [],
    tags: person.tags ?? [],
    activeFrom: person.activeFrom ?? null,
    activeTo: person.activeTo ?? null,
    customFields: presentCustomValues(person.customFields, { fields }),
    createdDate: person.createdDate,
    modifiedDate: person.modifiedDate,
    isActive: isActivePerson(person, today),
    tenantId: tenantCode,
  };
}
