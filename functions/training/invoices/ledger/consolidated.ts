// One invoice for an organization, for many registrations of its people (docs/interface/training.md#consolidated-invoices).
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { OrganizationItem } from '../../../../shared/directory/organizations/organization-store.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { openLedger } from '../../registrations/record/payment.ts';
import type { RegistrationItem } from '../../registrations/record/registration.ts';
import type { InvoiceSettings } from '../../training-settings.ts';
import { type BilledRegistration, billClassRegistration } from './billed-registration.ts';
import { buildRegistrationContent, deriveIssuedBalance } from './billing.ts';
import { getSubtotal, type InvoiceContent, type InvoiceItem, type IssuedBalance } from './invoice.ts';
import { buildIssuer, formatAddress } from './parties.ts';
import { invoicesOfRegistration } from './store.ts';
import { isSameTax } from './taxed-charges.ts';

/** The most registrations of one invoice: each has an item in its transaction. */
export const mostRegistrations = 80;
/** Of how many registrations documents are read at once. */
const chunkSize = 20;

/** A registration with what is to be invoiced of it. */
export interface InvoiceablePart {
  readonly billed: BilledRegistration;
  readonly content: InvoiceContent;
  /** The number of documents that the registration has. */
  readonly documents: number;
}

export interface PartSource {
  readonly tenant: TenantStore;
  /** That of the tenant: what is charged in another one is not invoiced together. */
  readonly currency: string;
  readonly timeZone: string;
  readonly classes: ReadonlyMap<string, ClassItem>;
}

/** What is to be invoiced of a registration; undefined where all is, or where a credit note is called for first. */
async function buildPart(
  { tenant, currency, timeZone, classes }: PartSource,
  registration: RegistrationItem,
): Promise<InvoiceablePart | undefined> {
  const ledger = openLedger(registration, currency);
  if (ledger.currency !== currency || deriveIssuedBalance(ledger).charged === 0) return undefined;
  const item = classes.get(registration.classId);
  const billed = billClassRegistration(tenant, registration, item, ledger, timeZone);
  const documents = await invoicesOfRegistration(tenant, registration.id, { consistent: true });
  const content = buildRegistrationContent(billed, documents);
  return content?.kind === 'invoice' ? { billed, content, documents: documents.length } : undefined;
}

/** What is to be invoiced of some registrations, under the rate of tax of the first of them: a document has one. */
export async function listParts(
  source: PartSource,
  registrations: readonly RegistrationItem[],
): Promise<readonly InvoiceablePart[]> {
  const parts: InvoiceablePart[] = [];
  for (let from = 0; from < registrations.length && parts.length < mostRegistrations; from += chunkSize) {
    const chunk = registrations.slice(from, from + chunkSize);
    for (const part of await Promise.all(chunk.map((registration) => buildPart(source, registration)))) {
      const isAlike = part && isSameTax(part.content.tax, (parts[0] ?? part).content.tax);
      if (isAlike && parts.length < mostRegistrations) parts.push(part);
    }
  }
  return parts;
}

const sumBalances = (parts: readonly InvoiceablePart[]): IssuedBalance => {
  const sum = (name: keyof IssuedBalance): number =>
    parts.reduce((total, { billed }) => total + deriveIssuedBalance(billed.ledger)[name], 0);
  return { charged: sum('charged'), paid: sum('paid'), due: sum('due'), refundDue: sum('refundDue') };
};

/** What a document and its parts have alike. */
export type DocumentHead = Pick<
  InvoiceItem,
  'id' | 'number' | 'issuedDate' | 'createdDate' | 'dueDate' | 'purchaseOrder' | 'currency'
>;

/** The invoice, and the part of each registration, which its later credit notes correct. */
export function buildConsolidated(
  parts: readonly InvoiceablePart[],
  head: DocumentHead,
  organization: Pick<OrganizationItem, 'name' | 'addresses'>,
  invoiceSettings: InvoiceSettings,
  tenantName: string,
): { readonly item: InvoiceItem; readonly parts: readonly InvoiceItem[] } {
  const common = {
    ...head,
    type: 'invoice',
    kind: 'invoice',
    issuer: buildIssuer(invoiceSettings, tenantName),
    recipient: { name: organization.name, addressLines: formatAddress(organization.addresses?.[0]) },
    version: 1,
    modifiedDate: head.createdDate,
    schemaVersion: 1,
  } as const;
  const total = parts.reduce((sum, { content }) => sum + content.total, 0);
  const tax = parts[0]?.content.tax;
  const item: InvoiceItem = {
    ...common,
    position: 0,
    lines: parts.flatMap(({ billed, content }) =>
      content.lines.map((line) => ({ ...line, text: `${billed.personName}: ${line.text}` })),
    ),
    // Rounded once for each registration, as the parts are.
    tax: tax && { ...tax, amount: parts.reduce((sum, { content }) => sum + (content.tax?.amount ?? 0), 0) },
    total,
    balance: sumBalances(parts),
    registrations: parts.map(({ billed, content }) => ({
      registrationId: billed.id,
      confirmationNumber: billed.confirmationNumber,
      personName: billed.personName,
      total: content.total,
    })),
  };
  if (item.lines.reduce((sum, { amount }) => sum + amount, 0) !== getSubtotal(item))
    throw new Error('The lines of a document add up to its subtotal');
  return {
    item,
    parts: parts.map(({ billed, content, documents }) => ({
      ...common,
      ...content,
      position: documents + 1,
      registrationId: billed.id,
      confirmationNumber: billed.confirmationNumber,
      balance: deriveIssuedBalance(billed.ledger),
      isPart: true,
    })),
  };
}
