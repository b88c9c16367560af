// What requests say about addresses, links and ids elsewhere, of people and organizations alike.
import * as z from 'zod';
import { emailAddress } from '../../../shared/mail-address/email-address.ts';
import { idField, omitBlank, textField } from './fields.ts';

export const AddressRequest = z
  .object({
    id: idField().meta({ description: 'The id of an address that there is; a new one gets its own.' }),
    type: textField(50).meta({ description: 'Primary for the first one, Other for the rest, by default.' }),
    label: textField(50),
    street: textField(300),
    street2: textField(300),
    city: textField(100),
    state: textField(100),
    zipCode: textField(20),
    country: textField(60),
    phone: textField(50),
    fax: textField(50),
    isActive: z.boolean().nullish(),
  })
  .meta({ id: 'AddressRequest' });
export type AddressInput = z.output<typeof AddressRequest>;

/** Addresses of which the first is the primary one. */
export const toAddresses = (addresses: readonly AddressInput[], newId: () => string) =>
  addresses.map((address, index) =>
    omitBlank({
      ...address,
      id: address.id ?? newId(),
      type: address.type ?? (index === 0 ? 'Primary' : 'Other'),
    }),
  );

const EmailRequest = z
  .object({ value: emailAddress, type: textField(50), isPrimary: z.boolean().nullish() })
  .meta({ id: 'EmailRequest' });
const PhoneRequest = z
  .object({
    value: z.string().trim().min(1).max(50),
    type: textField(50),
    isPrimary: z.boolean().nullish(),
  })
  .meta({ id: 'PhoneRequest' });

const MAX_CONTACTS = 12;

/** All email addresses; `fields` names those that have one each. */
export const emailsField = (fields: string) =>
  z
    .array(EmailRequest)
    .max(MAX_CONTACTS)
    .nullish()
    .meta({
      description: `All email addresses, in place of ${fields}. The first is the main one, unless another isPrimary.`,
    });

/** All telephone numbers; `fields` names those that have one each. */
export const phonesField = (fields: string) =>
  z
    .array(PhoneRequest)
    .max(MAX_CONTACTS)
    .nullish()
    .meta({
      description: `All telephone numbers, in place of ${fields}. The first is the main one, unless another isPrimary.`,
    });

const LinkRequest = z
  .object({ url: z.url({ protocol: /^https?$/ }).max(2000), note: textField(100) })
  .meta({ id: 'LinkRequest' });

/** Web pages and profiles in social networks. */
export const linksField = () =>
  z.array(LinkRequest).max(100).nullish().meta({ description: 'Web pages and profiles in social networks.' });

const ExternalIdRequest = z
  .object({ scheme: z.string().trim().min(1).max(100), identifier: z.string().trim().min(1).max(300) })
  .meta({ id: 'ExternalIdRequest' });

/** Ids that other systems give the record. */
export const externalIdsField = () => z.array(ExternalIdRequest).max(100).nullish();
