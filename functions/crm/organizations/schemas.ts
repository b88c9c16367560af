// What requests say about an organization (docs/interface/crm.md#organization-fields).
import * as z from 'zod';
import { emailAddress } from '../../../shared/mail-address/email-address.ts';
import {
  AddressRequest,
  emailsField,
  externalIdsField,
  linksField,
  phonesField,
} from '../fields/contact-schemas.ts';
import { customValuesField } from '../fields/custom-values.ts';
import {
  idField,
  keptName,
  labelsField,
  optionalField,
  textField,
  webAddressField,
} from '../fields/fields.ts';

const fields = {
  type: textField(100).meta({ example: 'Company' }),
  description: textField(2000),
  email: optionalField(emailAddress).meta({ example: 'office@rivertown.example' }),
  emails: emailsField('email'),
  phone: textField(50),
  phones: phonesField('phone'),
  website: webAddressField(),
  imageThumbUrl: webAddressField(),
  parentId: idField().meta({ description: 'The organization that this one belongs to.' }),
  addresses: z.array(AddressRequest).max(50).nullish(),
  links: linksField(),
  tags: labelsField().meta({ example: ['Founding member'] }),
  externalIds: externalIdsField(),
  customFields: customValuesField(),
};

/** A whole organization. */
export const OrganizationRequest = z
  .object({ name: z.string().trim().min(1).max(300).meta({ example: 'Rivertown' }), ...fields })
  .meta({ id: 'OrganizationRequest' });

/** Fields of an organization. */
export const OrganizationFieldsRequest = z
  .object({ name: keptName(300), ...fields })
  .meta({ id: 'OrganizationFieldsRequest', description: 'Fields of an organization.' });
export type OrganizationInput = z.output<typeof OrganizationFieldsRequest>;
