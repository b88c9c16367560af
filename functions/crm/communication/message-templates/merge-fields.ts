// The values that texts of messages are filled with: what there is about the recipient, the association and the message.

import {
  displayName,
  listEmails,
  listPhones,
  type PersonContent,
} from '../../../../shared/directory/people/person.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { presentCustomValues } from '../../../../shared/directory/record/custom-value.ts';

/** Every merge field with its meaning. Lists are for `{% for %}` and `contains`. */
export const mergeFields = {
  'person.firstName': 'The first name of the recipient.',
  'person.lastName': 'The last name of the recipient.',
  'person.fullName': 'The name of the recipient.',
  'person.email': 'The address that the message is sent to.',
  'person.phone': 'The telephone number of the recipient.',
  'person.title': 'The title of the recipient.',
  'person.department': 'The department of the recipient.',
  'person.organization': 'The main organization of the recipient.',
  'person.city': 'The city of the recipient.',
  'person.state': 'The state of the recipient.',
  'person.zipCode': 'The postal code of the recipient.',
  'person.personTypes': 'What the recipient is to the association: a list.',
  'person.tags': 'The tags of the recipient: a list.',
  'association.name': 'The name of the association.',
  'links.unsubscribe': 'The page on which the recipient leaves the list.',
  'links.preferences': 'The page on which the recipient chooses what to receive.',
  'links.view': 'The page that shows the message in a browser.',
  today: 'The day on which the message is sent: YYYY-MM-DD.',
} as const satisfies Readonly<Record<string, string>>;

/** The values for one recipient; what is not known is absent. */
export interface MergeValues {
  readonly person: Readonly<
    Record<string, string | readonly string[] | Readonly<Record<string, string>> | undefined>
  >;
  readonly association: { readonly name: string };
  readonly links: { readonly unsubscribe: string; readonly preferences: string; readonly view: string };
  readonly today: string;
}

/**
 * What the values say about a person.
 * @param fields the custom fields that the message may have
 */
export function describePerson(
  person: PersonContent,
  email?: string,
  fields: readonly CustomFieldItem[] = [],
): MergeValues['person'] {
  const [address] = person.addresses ?? [];
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    fullName: displayName(person),
    email: email ?? listEmails(person)[0]?.value,
    phone: listPhones(person)[0]?.value,
    title: person.title,
    department: person.department,
    organization: person.organizationName,
    city: address?.city,
    state: address?.state,
    zipCode: address?.zipCode,
    personTypes: person.personTypes ?? [],
    tags: person.tags ?? [],
    custom: Object.fromEntries(
      // Texts that were stored before ids were have the names.
      presentCustomValues(person.customFields, { fields }).flatMap(({ fieldId, fieldName, value }) => [
        [fieldName, value],
        [fieldId, value],
      ]),
    ),
  };
}

/** A recipient about whom everything is known. */
const sampleValues: MergeValues = {
  person: describePerson(
    {
      ...{ firstName: 'Ada', lastName: 'Fairweather', email: 'ada.fairweather@example.org' },
      ...{ phone: '410-555-0134', title: 'Clerk', department: 'Records', organizationName: 'Rivertown' },
      addresses: [
        {
          id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
          type: 'Primary',
          city: 'Rivertown',
          state: 'MD',
          zipCode: '21401',
        },
      ],
      ...{ personTypes: ['Member'], tags: ['Board'] },
    },
    'ada.fairweather@example.org',
  ),
  association: { name: 'The association' },
  links: {
    unsubscribe: 'https://association.example/unsubscribe',
    preferences: 'https://association.example/preferences',
    view: 'https://association.example/view',
  },
  today: '2027-03-01',
};

/** That recipient with values of the custom fields. */
export const buildSampleValues = (fields: readonly CustomFieldItem[]): MergeValues => ({
  ...sampleValues,
  person: {
    ...sampleValues.person,
    custom: Object.fromEntries(
      fields.flatMap(({ id, name, allowedValues: [first = 'Value'] = [] }) => [
        [name, first],
        [id, first],
      ]),
    ),
  },
});

/** A recipient about whom nothing is known but the address. */
export const bareValues: MergeValues = {
  ...sampleValues,
  person: { ...describePerson({}, 'member@example.org'), fullName: 'member' },
};

/** How a template names a custom field. */
export const writeCustomField = (name: string): string =>
  `person.custom[${name.includes('"') ? `'${name}'` : `"${name}"`}]`;
