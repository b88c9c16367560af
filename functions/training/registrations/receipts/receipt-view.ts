// What the receipt of a payment says.
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import type { Paper } from '../../../../shared/pdf/document.ts';
import { formatDay } from '../../credentials/format-day.ts';
import type { Issuer, Recipient } from '../../invoices/invoice.ts';
import { formatMinor } from '../../invoices/invoice-view.ts';
import type { Statement } from '../../invoices/statement-pdf.ts';
import type { Ledger, LedgerEntry } from '../../payments/ledger.ts';
import type { RegistrationItem } from '../record/registration.ts';

const methodNames = {
  CreditCard: 'credit card',
  PurchaseOrder: 'purchase order',
  Invoice: 'invoice',
} as const;

/**
 * The payment with this number.
 * @throws Failure 404 when there is no such entry; 409 when it is no payment
 */
export function requirePayment({ entries }: Ledger, number: number): LedgerEntry {
  const entry = entries.find((each) => each.number === number);
  if (!entry) throw notFound('payment', String(number));
  if (entry.kind !== 'payment')
    throw conflict(`The entry ${number} is a ${entry.kind}; only payments have a receipt.`);
  return entry;
}

/** The receipt of a payment: what was received, with its corrections. */
export function viewReceipt(
  { confirmationNumber, sectionName }: RegistrationItem,
  { entries }: Ledger,
  { number, amount, currency, date, at, method, reference }: LedgerEntry,
  {
    issuer,
    recipient,
    paper,
  }: { readonly issuer: Issuer; readonly recipient: Recipient; readonly paper: Paper },
): Statement {
  const write = (minor: number): string => formatMinor(minor, currency);
  const corrections = entries.filter(({ corrects }) => corrects === number);
  const total = corrections.reduce((sum, correction) => sum + correction.amount, amount);
  const how = [method && `by ${methodNames[method]}`, reference && `reference ${reference}`].filter(Boolean);
  return {
    title: 'Receipt',
    number: `${confirmationNumber}-${number}`,
    facts: [`Received ${formatDay(date ?? at.slice(0, 10), paper)}`, `Registration ${confirmationNumber}`],
    issuer,
    recipient,
    currency,
    lines: [
      [[`Payment: ${sectionName}`, ...how].join(', '), write(amount)],
      ...corrections.map((correction) => ['Correction', write(correction.amount)] as const),
    ],
    totals: [['Total received', write(total)]],
    notes: [],
    createdAt: new Date(at),
  };
}
