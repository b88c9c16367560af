// Combines the records of two people into one, by a choice for each field (docs/interface/crm.md#merging-people).
import {
  displayName,
  listEmails,
  listPhones,
  PersonContent,
} from '../../../../shared/directory/people/person.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import {
  combineFields,
  type FieldChoice,
  type FieldChoices,
  type Values,
} from '../../merge/combine-fields.ts';
import { uniteContacts } from '../../merge/unite-contacts.ts';
import { uniteAddresses, unitePositions, uniteTerms } from '../../merge/unite-lists.ts';

/** Fields with one value. */
export const singleFields = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'displayName',
  'title',
  'department',
  'organization',
  'gender',
  'party',
  'imageThumbUrl',
] as const;

/** Fields with a list. */
export const listFields = [
  'emails',
  'phones',
  'addresses',
  'positions',
  'links',
  'externalIds',
  'otherNames',
  'personTypes',
  'tags',
  'customFields',
] as const;

/** What belongs to one choice is stored in several fields. */
const storedNames = {
  imageThumbUrl: ['imageThumbUrl', 'photo'],
  organization: ['organizationId', 'organizationName', 'isKeyContact'],
  emails: ['email', 'secondaryEmail', 'emails'],
  phones: ['phone', 'mobilePhone', 'phones'],
} as const;

const contacts = { emails: listEmails, phones: listPhones } as const;

/** The united list of a field of which one person can't have some entries twice; undefined for other fields. */
function uniteLists(field: string, own: PersonContent, other: PersonContent): Values | undefined {
  if (field === 'addresses' && own.addresses && other.addresses)
    return { addresses: uniteAddresses(own.addresses, other.addresses) };
  if (field === 'positions' && own.positions && other.positions)
    return { positions: unitePositions(own.positions, other.positions) };
  return field === 'terms' && own.terms && other.terms
    ? { terms: uniteTerms(own.terms, other.terms) }
    : undefined;
}

/** Two parts of a name are never of different people, unless that is chosen. */
const nameFields = new Set(['firstName', 'middleName', 'lastName', 'suffix', 'displayName']);

/** Whether a person has a name of their own, not only an address. */
const hasName = ({ firstName, lastName, displayName: shown }: PersonContent): boolean =>
  [firstName, lastName, shown].some((part) => part !== undefined);

/**
 * One record of two. Without a choice, a field has the value of the person who remains, or else of the removed one; a list
 * has the entries of both; and the name is that of one of them. Another name of the removed person becomes one of the
 * other names.
 */
export function combinePeople(
  remaining: PersonContent,
  removed: PersonContent,
  choices: FieldChoices,
): PersonContent {
  const nameOwner: FieldChoice = hasName(remaining) ? 'remaining' : 'removed';
  const values = combineFields(remaining, removed, choices, {
    fields: Object.keys(PersonContent.shape).filter((name) => name !== 'isActive'),
    storedNames,
    byDefault: (field) => (nameFields.has(field) ? nameOwner : undefined),
    uniteField: (field) => {
      if (field === 'emails' || field === 'phones')
        return uniteContacts([remaining, removed], storedNames[field], contacts[field]);
      return uniteLists(field, remaining, removed);
    },
  }) as PersonContent;
  const combined: PersonContent = {
    ...values,
    ...(remaining.isActive !== undefined && { isActive: remaining.isActive }),
  };
  if (choices.otherNames !== undefined || !hasName(removed)) return combined;
  const shown = new Set(
    [displayName(combined), ...(combined.otherNames ?? [])].map((name) => foldForSort(name)),
  );
  const former = [remaining, removed].map(displayName).filter((name) => !shown.has(foldForSort(name)));
  return former.length === 0
    ? combined
    : { ...combined, otherNames: [...(combined.otherNames ?? []), ...new Set(former)] };
}
