// Receipts: what a payment was for, from whom and to whom, as it was when the payment was recorded
// (docs/interface/training.md#invoices). Amounts are in the ledger, whose entries are never changed.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import type { Ledger, LedgerEntry } from '../../payments/ledger.ts';
import { registrationById } from '../../registrations/record/registration.ts';
import { getInvoiceSettings, type TrainingSettingsItem } from '../../training-settings.ts';
import { type BilledRegistration, nameRegistration } from './billed-registration.ts';
import type { Issuer, Recipient } from './invoice.ts';
import { buildIssuer, buildRecipient } from './parties.ts';
import { postEntries } from './postings.ts';

/**
 * A stored receipt. Its ledger may move to another registration, so it says of itself what it was for. Like an invoice it has
 * no id of its person: whose it is, the registration says.
 */
export interface ReceiptItem {
  readonly type: 'receipt';
  readonly id: string;
  readonly number: string;
  readonly registrationId?: string | undefined;
  readonly awardRegistrationId?: string | undefined;
  readonly confirmationNumber: string;
  readonly subject: string;
  readonly issuer: Issuer;
  readonly recipient: Recipient;
  readonly createdDate: string;
}

const receiptKey = (tenant: TenantStore, id: string): Key<ReceiptItem> =>
  tenant.key(`RECEIPT#${id}`, 'RECEIPT');

interface Issuing {
  readonly tenantName: string;
  readonly settings: TrainingSettingsItem;
  readonly person: PersonItem | undefined;
}

/** A receipt of an entry with everything as it is now. */
const buildReceipt = (
  registration: BilledRegistration,
  { number, at }: Pick<LedgerEntry, 'number' | 'at'>,
  id: string,
  { tenantName, settings, person }: Issuing,
): ReceiptItem => ({
  type: 'receipt',
  id,
  number: `${registration.confirmationNumber}-${number}`,
  ...nameRegistration(registration),
  confirmationNumber: registration.confirmationNumber,
  subject: registration.subject,
  issuer: buildIssuer(getInvoiceSettings(settings), tenantName),
  recipient: buildRecipient(registration, person),
  createdDate: at,
});

interface ReceiptContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly name: string };
  readonly newId: () => string;
}

/**
 * Posts what was just recorded in a ledger, and issues the receipt of a payment.
 * @param registration with the payment as the last entry of its ledger; of any other entry there is no receipt
 * @param before the ledger before it
 * @returns the ledger that names the receipt
 */
export async function issueReceipt(
  { tenant, settings: { name: tenantName }, newId }: ReceiptContext,
  registration: BilledRegistration,
  settings: TrainingSettingsItem,
  before: Ledger,
): Promise<{ readonly ledger: Ledger; readonly changes: readonly Change[] }> {
  const { ledger, personId } = registration;
  const entry = ledger.entries.at(-1);
  const posted = postEntries(tenant, registration, before);
  if (entry?.kind !== 'payment' || entry.receiptId !== undefined) return { ledger, changes: posted };
  const person = await personById(tenant, personId);
  const receipt = buildReceipt(registration, entry, newId(), { tenantName, settings, person });
  const entries = [...ledger.entries.slice(0, -1), { ...entry, receiptId: receipt.id }];
  return {
    ledger: { ...ledger, entries },
    changes: [put(receiptKey(tenant, receipt.id), receipt, { condition: ifAbsent }), ...posted],
  };
}

/**
 * The payment with this number.
 * @throws Failure 404 when there is no such entry; 409 when it is no payment
 */
function requirePayment({ entries }: Ledger, number: number): LedgerEntry {
  const entry = entries.find((each) => each.number === number);
  if (!entry) throw notFound('payment', String(number));
  if (entry.kind !== 'payment')
    throw conflict(`The entry ${number} is a ${entry.kind}; only payments have a receipt.`);
  return entry;
}

/** A receipt with its payment and the corrections of that. */
export interface IssuedReceipt {
  readonly receipt: ReceiptItem;
  readonly payment: LedgerEntry;
  readonly corrections: readonly LedgerEntry[];
}

/** Whose receipt it is: after a transfer to another person, still that of who paid. */
async function findPayer(
  tenant: TenantStore,
  { id, personId }: BilledRegistration,
  { registrationId }: ReceiptItem,
): Promise<string> {
  if (registrationId === undefined || registrationId === id) return personId;
  return (await registrationById(tenant, registrationId))?.memberId ?? personId;
}

/**
 * The receipt of a payment. One that was recorded before receipts were stored has issuer and recipient as they are now.
 * @param number of the entry
 * @param assertMayRead for whose receipt it is; for whose registration it is, where there is none
 * @throws Failure 404 when there is no such entry; 409 when it is no payment; what `assertMayRead` throws
 */
export async function requireReceipt(
  { tenant, settings: { name: tenantName } }: Pick<ReceiptContext, 'tenant' | 'settings'>,
  registration: BilledRegistration,
  settings: TrainingSettingsItem,
  number: number,
  assertMayRead: (personId: string) => Promise<void>,
): Promise<IssuedReceipt> {
  const { ledger, id, personId } = registration;
  const receiptId = ledger.entries.find((each) => each.number === number)?.receiptId;
  const stored = receiptId === undefined ? undefined : await tenant.get(receiptKey(tenant, receiptId));
  await assertMayRead(stored ? await findPayer(tenant, registration, stored) : personId);
  const payment = requirePayment(ledger, number);
  const corrections = ledger.entries.filter(({ corrects }) => corrects === number);
  if (stored) return { receipt: stored, payment, corrections };
  const person = await personById(tenant, personId);
  const receipt = buildReceipt(registration, payment, id, { tenantName, settings, person });
  return { receipt, payment, corrections };
}
