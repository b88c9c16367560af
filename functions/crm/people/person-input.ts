// Turns what a request says about a person into the person's stored content.

import type { TenantStore } from '../../../shared/data/store.ts';
import type { OrganizationItem } from '../../../shared/directory/organizations/organization-store.ts';
import { organizationsById } from '../../../shared/directory/organizations/organization-store.ts';
import {
  displayName,
  listEmails,
  listPhones,
  PersonContent,
} from '../../../shared/directory/people/person.ts';
import type { CustomFieldItem } from '../../../shared/directory/record/custom-field.ts';
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { divisionForm, isUnusableDivision } from '../../../shared/legislature/division-fault.ts';
import { checkContacts, toContactFields } from '../fields/contact-fields.ts';
import { toAddresses } from '../fields/contact-schemas.ts';
import { applyCustomValues, listOrganizationValues } from '../fields/custom-values.ts';
import { applyFields, omitBlank } from '../fields/fields.ts';
import { checkPicture, omitOwnLink } from './presentation/photo-of-person.ts';
import type { PersonInput } from './presentation/schemas.ts';

/** How a request changes a person. */
export interface PersonUpdate {
  /** Whether the request is the whole person: fields that it does not have are removed. */
  readonly isWhole: boolean;
  /** Whether the caller sees e-mail addresses; whoever does not cannot remove them unseen. */
  readonly seesEmails: boolean;
  readonly newId: () => string;
  /** The fields that the tenant defined. */
  readonly fields: readonly CustomFieldItem[];
  /** Whether required fields need a value in a whole person. */
  readonly isComplete: boolean;
  /** Whether an uploaded photo stays although an address of a picture is sent: in batches, as in imports. */
  readonly keepsPhoto?: boolean;
}

/** The fields of a person that requests name, as they are stored. */
const NAMES = Object.keys(PersonContent.shape).filter(
  (name) => !['offices', 'terms', 'customFields', 'photo', 'isActive'].includes(name),
);
const EMAIL_NAMES = ['email', 'secondaryEmail', 'emails'];
const EMAIL_FIELDS = { main: 'email', second: 'secondaryEmail', list: 'emails' } as const;
const PHONE_FIELDS = { main: 'phone', second: 'mobilePhone', list: 'phones' } as const;

/**
 * The content that a request asks for.
 * @throws Failure VALIDATION_ERROR with everything that is wrong with it, references included; CONFLICT when nothing would
 * name the person any more
 */
export async function buildPersonContent(
  tenant: TenantStore,
  stored: PersonContent,
  request: Partial<PersonInput>,
  update: PersonUpdate,
): Promise<PersonContent> {
  const input = omitOwnLink(tenant, stored, request);
  const organizations = await loadOrganizations(tenant, input, update.fields);
  const custom = applyCustomValues(input.customFields, {
    ...update,
    stored: stored.customFields,
    organizations,
  });
  throwIfInvalid([
    ...checkOrganizations(input, organizations),
    ...checkContacts(stored, input, EMAIL_FIELDS),
    ...checkContacts(stored, input, PHONE_FIELDS),
    ...checkPicture(tenant, input),
    ...checkTerms(input.positions ?? []),
    ...checkDivisions(stored, input),
    ...checkActiveDates({ ...(update.isWhole ? {} : stored), ...input }),
    ...custom.faults,
  ]);
  const sent = toStoredFields(stored, input, organizations, update);
  const isHidden = (name: string): boolean =>
    !update.seesEmails && EMAIL_NAMES.includes(name) && isEmpty(sent[name]);
  const content = applyFields(
    stored,
    sent,
    NAMES.filter((name) => !isHidden(name)),
    update,
  );
  if (!content.firstName && !content.lastName && !content.displayName && !content.email)
    throw conflict(
      'The person would have no name: keep a firstName, a lastName, a displayName or an email.',
      'lastName',
    );
  const named = dropFormerName(stored, replaceValues(content, custom.values));
  return input.imageThumbUrl === undefined || update.keepsPhoto ? named : omitPhoto(named);
}

/** Another picture, or none, takes the place of the photo. */
function omitPhoto({ photo: _, ...content }: PersonContent): PersonContent {
  return content;
}

/** The content with these values of custom fields. */
function replaceValues(content: PersonContent, values: PersonContent['customFields']): PersonContent {
  const { customFields: _, ...others } = content;
  return values === undefined ? others : { ...others, customFields: values };
}

/** A display name that was composed of former names is not kept beside the new ones. */
function dropFormerName(stored: PersonContent, content: PersonContent): PersonContent {
  const isRenamed = (['firstName', 'middleName', 'lastName', 'suffix'] as const).some(
    (part) => content[part] !== stored[part],
  );
  if (content.displayName === undefined || !isRenamed || content.displayName !== displayName(stored))
    return content;
  const { displayName: _, ...withoutName } = content;
  return withoutName;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

function toStoredFields(
  stored: PersonContent,
  input: Partial<PersonInput>,
  organizations: ReadonlyMap<string, OrganizationItem>,
  { newId }: PersonUpdate,
): Record<string, unknown> {
  const nameOf = (id: string | null | undefined, name: string | null | undefined) =>
    (id && organizations.get(id)?.name) || name;
  const positions = input.positions?.map((position) =>
    omitBlank({
      ...position,
      id: position.id ?? newId(),
      isKeyContact: position.isKeyContact || undefined,
      organizationName: nameOf(position.organizationId, position.organizationName),
    }),
  );
  return {
    ...input,
    ...toContactFields(stored, input, EMAIL_FIELDS, listEmails(stored)),
    ...toContactFields(stored, input, PHONE_FIELDS, listPhones(stored)),
    ...(input.organizationId !== undefined && {
      organizationName: nameOf(input.organizationId, input.organizationName) ?? null,
    }),
    ...toKeyContact(stored, input),
    ...(input.addresses && { addresses: toAddresses(input.addresses, newId) }),
    ...(positions && { positions }),
    ...(input.links && { links: input.links.map(omitBlank) }),
  };
}

/** Whoever moves to another main organization is not its key contact, unless the request says so. */
const toKeyContact = (
  stored: PersonContent,
  { organizationId, isKeyContact }: Partial<PersonInput>,
): Record<string, unknown> => {
  if (isKeyContact !== undefined) return { isKeyContact: isKeyContact || null };
  return organizationId === undefined || organizationId === stored.organizationId
    ? {}
    : { isKeyContact: null };
};

const checkTerms = (positions: NonNullable<PersonInput['positions']>): ErrorDetail[] =>
  positions.flatMap(({ startDate, endDate }, index) =>
    startDate && endDate && endDate < startDate
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            message: `The position ends on ${endDate}, before it starts on ${startDate}.`,
            target: `positions[${index}].endDate`,
          },
        ]
      : [],
  );

/** A new id of a division must be usable; one that an earlier version took stays. */
const checkDivisions = (
  { externalIds: known = [] }: PersonContent,
  { externalIds }: Partial<PersonInput>,
): ErrorDetail[] =>
  (externalIds ?? []).flatMap(({ scheme, identifier }, index): ErrorDetail[] => {
    const isKnown = known.some((id) => id.scheme === scheme && id.identifier === identifier);
    if (isKnown || !isUnusableDivision({ scheme, identifier })) return [];
    const target = `externalIds[${index}].identifier`;
    const message = `${target} must be ${divisionForm}, but was ${JSON.stringify(identifier)}.`;
    return [{ code: 'INVALID_FORMAT', message, target }];
  });

const checkActiveDates = ({
  activeFrom,
  activeTo,
}: Pick<PersonInput, 'activeFrom' | 'activeTo'>): ErrorDetail[] =>
  activeFrom && activeTo && activeTo < activeFrom
    ? [
        {
          code: 'OUT_OF_RANGE',
          message: `activeTo is ${activeTo}, before activeFrom, ${activeFrom}; it must be that day or later.`,
          target: 'activeTo',
        },
      ]
    : [];

async function loadOrganizations(
  tenant: TenantStore,
  { organizationId, positions, customFields }: Partial<PersonInput>,
  fields: readonly CustomFieldItem[],
): Promise<ReadonlyMap<string, OrganizationItem>> {
  const ids = new Set(
    [
      organizationId,
      ...(positions ?? []).map((position) => position.organizationId),
      ...listOrganizationValues(customFields, fields),
    ].flatMap((id) => id ?? []),
  );
  const found = ids.size === 0 ? [] : await organizationsById(tenant, [...ids]);
  return new Map(found.flatMap((organization) => (organization ? [[organization.id, organization]] : [])));
}

const checkOrganizations = (
  { organizationId, positions }: Partial<PersonInput>,
  organizations: ReadonlyMap<string, OrganizationItem>,
): ErrorDetail[] =>
  [
    { id: organizationId, target: 'organizationId' },
    ...(positions ?? []).map((position, index) => ({
      id: position.organizationId,
      target: `positions[${index}].organizationId`,
    })),
  ].flatMap(({ id, target }) =>
    id && !organizations.has(id) ? [unknownId('organization', id, target)] : [],
  );
