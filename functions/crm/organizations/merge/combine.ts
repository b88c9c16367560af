// Combines two organizations into one, by a choice for each field (docs/interface/crm.md#merging-organizations).
import {
  listOrganizationEmails,
  listOrganizationPhones,
  OrganizationContent,
} from '../../../../shared/directory/organizations/organization.ts';
import { combineFields, type FieldChoices } from '../../merge/combine-fields.ts';
import { uniteContacts } from '../../merge/unite-contacts.ts';
import { uniteAddresses } from '../../merge/unite-lists.ts';

/** Fields with one value. */
export const singleFields = ['name', 'type', 'description', 'website', 'imageThumbUrl', 'parent'] as const;

/** Fields with a list. */
export const listFields = [
  'emails',
  'phones',
  'addresses',
  'links',
  'tags',
  'externalIds',
  'customFields',
] as const;

/** What a choice is named, where it is stored under another name. */
const storedNames = {
  type: ['organizationType'],
  parent: ['parentId'],
  emails: ['email', 'emails'],
  phones: ['phone', 'phones'],
} as const;

const contacts = { emails: listOrganizationEmails, phones: listOrganizationPhones } as const;

/** One organization of two; `isActive` is that of the one that remains. */
export const combineOrganizations = (
  remaining: OrganizationContent,
  removed: OrganizationContent,
  choices: FieldChoices,
): OrganizationContent => {
  const combined = combineFields(remaining, removed, choices, {
    fields: Object.keys(OrganizationContent.shape).filter((name) => name !== 'isActive'),
    storedNames,
    uniteField: (field) => {
      if (field === 'emails' || field === 'phones')
        return uniteContacts([remaining, removed], storedNames[field], contacts[field]);
      return field === 'addresses' && remaining.addresses && removed.addresses
        ? { addresses: uniteAddresses(remaining.addresses, removed.addresses) }
        : undefined;
    },
  }) as OrganizationContent;
  return { ...combined, ...(remaining.isActive !== undefined && { isActive: remaining.isActive }) };
};
