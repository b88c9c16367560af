// Builds the next document of a registration with its number, its issuer and its recipient as they are now.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { AddressContent } from '../../../shared/directory/address.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { type PersonItem, personById } from '../../../shared/directory/person-store.ts';
import type { Ledger } from '../payments/ledger.ts';
import type { RegistrationItem } from '../registrations/record/registration.ts';
import type { getInvoiceSettings, InvoiceSettings } from '../training-settings.ts';
import { buildNextContent, deriveIssuedBalance } from './billing.ts';
import type { InvoiceItem, Issuer, Recipient } from './invoice.ts';
import { countInvoice, getNextNumber, insertInvoice, loadNumberSequence } from './store.ts';

export interface IssueContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly name: string; readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
}

/** What documents are issued for. */
export interface InvoiceSource {
  readonly registration: RegistrationItem;
  readonly ledger: Ledger;
  /** The earliest first. */
  readonly documents: readonly InvoiceItem[];
}

/** The lines of a postal address. */
const formatAddress = (address: AddressContent | undefined): string[] => {
  const town = [address?.city, address?.state, address?.zipCode].filter(Boolean).join(' ');
  return [address?.street, address?.street2, town, address?.country].filter((line): line is string =>
    Boolean(line),
  );
};

/** Who issues documents: the tenant by its own name where no legal name is set. */
export const buildIssuer = (
  { legalName, addressLines, taxNumber, paymentTerms, footer }: InvoiceSettings,
  tenantName: string,
): Issuer => ({ name: legalName ?? tenantName, addressLines, taxNumber, paymentTerms, footer });

export const buildRecipient = (
  { memberName, organizationName }: RegistrationItem,
  person: PersonItem | undefined,
): Recipient => ({
  name: memberName,
  organization: organizationName,
  addressLines: formatAddress(person?.addresses?.[0]),
});

/** The class and its day, because an invoice says when it was for. */
const describeSubject = ({ sectionName, classStartsAt }: RegistrationItem, timeZone: string): string =>
  `${sectionName} (${toLocalDate(timeZone, new Date(classStartsAt))})`;

const prefixes = { invoice: 'invoicePrefix', creditNote: 'creditNotePrefix' } as const;

/** A number with its prefix, such as INV-000042. A prefix has no digit at its end, so no two pairs give the same text. */
const formatNumber = (prefix: string, sequence: number): string =>
  `${prefix}${String(sequence).padStart(6, '0')}`;

/** The next document with what is written; undefined when all that is charged is invoiced. */
export async function issueNextDocument(
  { tenant, settings, now, newId }: IssueContext,
  { registration, ledger, documents }: InvoiceSource,
  invoiceSettings: ReturnType<typeof getInvoiceSettings>,
): Promise<{ readonly item: InvoiceItem; readonly changes: readonly Change[] } | undefined> {
  const balance = deriveIssuedBalance(ledger);
  const { id: registrationId, confirmationNumber, memberId, price } = registration;
  const content = buildNextContent(
    describeSubject(registration, settings.timeZone),
    price,
    balance.charged,
    documents,
  );
  if (!content) return undefined;
  const { kind } = content;
  const moment = now.toISOString();
  const listed = {
    id: newId(),
    issuedDate: toLocalDate(settings.timeZone, now),
    createdDate: moment,
  };
  // The number is read last and at once with the list: the less time passes until it is used, the fewer have to read it again.
  const [person, sequence, counted] = await Promise.all([
    personById(tenant, memberId),
    loadNumberSequence(tenant, kind),
    countInvoice(tenant, listed),
  ]);
  const prefix = invoiceSettings[prefixes[kind]];
  const corrected = documents.findLast((document) => document.kind === 'invoice');
  const item: InvoiceItem = {
    type: 'invoice',
    ...content,
    ...listed,
    number: formatNumber(prefix, getNextNumber(sequence)),
    position: documents.length + 1,
    ...{ registrationId, confirmationNumber, balance },
    currency: ledger.currency,
    issuer: buildIssuer(invoiceSettings, settings.name),
    recipient: buildRecipient(registration, person),
    ...(kind === 'creditNote' && corrected && { corrects: { id: corrected.id, number: corrected.number } }),
    version: 1,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  return { item, changes: [...insertInvoice(tenant, item, sequence, prefix), ...counted] };
}
