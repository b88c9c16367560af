// Who issues a document and who receives it, as they are now; documents keep them as they were.

import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { AddressContent } from '../../../../shared/directory/record/address.ts';
import type { InvoiceSettings } from '../../training-settings.ts';
import type { BilledRegistration } from './billed-registration.ts';
import type { Issuer, Recipient } from './invoice.ts';

/** The lines of a postal address. */
export const formatAddress = (address: AddressContent | undefined): string[] => {
  const town = [address?.city, address?.state, address?.zipCode].filter(Boolean).join(' ');
  return [address?.street, address?.street2, town, address?.country].filter((line): line is string =>
    Boolean(line),
  );
};

/** The tenant by its own name where no legal name is set. */
export const buildIssuer = (
  { legalName, addressLines, taxNumber, paymentTerms, footer }: InvoiceSettings,
  tenantName: string,
): Issuer => ({ name: legalName ?? tenantName, addressLines, taxNumber, paymentTerms, footer });

/** The organization is that of the registration; a registration for an award has none, so it is that of the person. */
export const buildRecipient = (
  { kind, personName, organizationName }: BilledRegistration,
  person: PersonItem | undefined,
): Recipient => ({
  name: personName,
  organization: kind === 'award' ? person?.organizationName : organizationName,
  addressLines: formatAddress(person?.addresses?.[0]),
});
