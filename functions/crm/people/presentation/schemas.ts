// What requests say about a person (docs/interface/crm.md#person-fields).
import * as z from 'zod';
import { emailAddress } from '../../../../shared/mail-address/email-address.ts';
import {
  AddressRequest,
  emailsField,
  externalIdsField,
  linksField,
  phonesField,
} from '../../fields/contact-schemas.ts';
import { customValuesField } from '../../fields/custom-values.ts';
import {
  dayField,
  idField,
  labelsField,
  optionalField,
  textField,
  webAddressField,
} from '../../fields/fields.ts';

const emailField = () => optionalField(emailAddress);

const PositionRequest = z
  .object({
    id: idField().meta({ description: 'The id of a position that the person has; a new one gets its own.' }),
    organizationId: idField(),
    organizationName: textField(300).meta({
      description: 'The name of an organization without a record; with organizationId, that one names it.',
    }),
    title: textField(200),
    department: textField(200),
    startDate: dayField(),
    endDate: dayField().meta({ description: 'The last day, inclusive.' }),
    isKeyContact: z.boolean().nullish(),
  })
  .meta({ id: 'PositionRequest' });

const names = {
  firstName: textField(100).meta({ example: 'Ada' }),
  middleName: textField(100),
  lastName: textField(100).meta({ example: 'Fairweather' }),
  suffix: textField(30),
  displayName: textField(300).meta({ description: 'Composed of the names where it is not sent.' }),
};

export const PersonFieldsRequest = z
  .object({
    ...names,
    email: emailField().meta({ description: 'The main email address.', example: 'ada@example.org' }),
    secondaryEmail: emailField(),
    emails: emailsField('email and secondaryEmail'),
    phone: textField(50).meta({ example: '410-555-0134' }),
    mobilePhone: textField(50),
    phones: phonesField('phone and mobilePhone'),
    title: textField(200),
    department: textField(200),
    organizationId: idField().meta({ description: 'The main organization.' }),
    organizationName: textField(300).meta({
      description: 'The name of an organization without a record; with organizationId, that one names it.',
    }),
    isKeyContact: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether the person is a key contact of the main organization.' }),
    gender: textField(50),
    party: textField(100),
    imageThumbUrl: webAddressField(),
    addresses: z.array(AddressRequest).max(50).nullish(),
    positions: z.array(PositionRequest).max(200).nullish(),
    links: linksField(),
    externalIds: externalIdsField(),
    otherNames: z.array(z.string().trim().min(1).max(300)).max(200).nullish(),
    personTypes: labelsField().meta({
      description: 'What the person is to the association.',
      example: ['Member'],
    }),
    tags: labelsField(),
    activeFrom: dayField().meta({ description: 'The first day on which the person is active.' }),
    activeTo: dayField().meta({ description: 'The last day on which the person is active.' }),
    customFields: customValuesField(),
  })
  .meta({ id: 'PersonFieldsRequest', description: 'Fields of a person.' });
export type PersonInput = z.output<typeof PersonFieldsRequest>;

interface Named {
  readonly firstName?: unknown;
  readonly lastName?: unknown;
  readonly displayName?: unknown;
  readonly email?: unknown;
  readonly emails?: unknown;
}

const nameRule = {
  path: ['lastName'],
  message: 'A person needs a firstName, a lastName, a displayName or an email.',
};

/** Whether somebody is named at all. */
const isNamed = ({ firstName, lastName, displayName, email, emails }: Named): boolean =>
  [firstName, lastName, displayName, email].some((name) => typeof name === 'string' && name !== '') ||
  (Array.isArray(emails) && emails.length > 0);

/** A whole person. */
export const PersonRequest = PersonFieldsRequest.refine(isNamed, nameRule).meta({
  id: 'PersonRequest',
  description: 'A person: at least a firstName, a lastName, a displayName or an email.',
});

/** A person as forms create one: names and an address. */
export const InlinePersonRequest = z
  .object({
    firstName: names.firstName,
    lastName: names.lastName,
    email: emailField().meta({ example: 'ada@example.org' }),
  })
  .refine(isNamed, nameRule)
  .meta({ id: 'InlinePersonRequest' });

/** What the head of a profile shows. Only what is sent is changed. */
export const PersonHeaderRequest = z
  .object({
    ...names,
    email: emailField(),
    imageThumbUrl: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)])
      .nullish()
      .meta({ description: 'The address of a small picture; an empty text removes it.' }),
  })
  .meta({ id: 'PersonHeaderRequest' });
