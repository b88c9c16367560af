// What a receipt says, as JSON and on its page.
import type * as z from 'zod';
import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import type { Paper } from '../../../../shared/pdf/document.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { LedgerEntry } from '../../payments/ledger.ts';
import { formatDay } from '../../time/format-day.ts';
import { presentRegistration } from '../ledger/billed-registration.ts';
import type { IssuedReceipt } from '../ledger/receipt.ts';
import { formatMinor } from './invoice-view.ts';
import type { Receipt } from './schemas.ts';
import type { Statement } from './statement-pdf.ts';

const methodNames = {
  CreditCard: 'credit card',
  PurchaseOrder: 'purchase order',
  Invoice: 'invoice',
} as const;

/** The day that was given, or that on which the entry was recorded. */
const getDay = ({ date, at }: LedgerEntry, timeZone: string): string =>
  date ?? toLocalDate(timeZone, new Date(at));
const sumReceived = ({ payment, corrections }: IssuedReceipt): number =>
  corrections.reduce((sum, { amount }) => sum + amount, payment.amount);

/** @param timeZone of the tenant */
export function presentReceipt(issued: IssuedReceipt, timeZone: string): z.input<typeof Receipt> {
  const { receipt, payment, corrections } = issued;
  const { currency, method, reference } = payment;
  const toAmount = (minor: number): number => fromMinorUnits(minor, currency);
  return {
    number: receipt.number,
    ...presentRegistration(receipt),
    confirmationNumber: receipt.confirmationNumber,
    entryNumber: payment.number,
    receivedDate: getDay(payment, timeZone),
    currency,
    issuer: { ...receipt.issuer, addressLines: [...receipt.issuer.addressLines] },
    recipient: { ...receipt.recipient, addressLines: [...receipt.recipient.addressLines] },
    subject: receipt.subject,
    ...{ method, reference },
    amount: toAmount(payment.amount),
    corrections: corrections.map((each) => ({
      entryNumber: each.number,
      date: getDay(each, timeZone),
      amount: toAmount(each.amount),
    })),
    total: toAmount(sumReceived(issued)),
    recordedDate: payment.at,
  };
}

/** The page: what was received, with its corrections. */
export function viewReceipt(issued: IssuedReceipt, paper: Paper, timeZone: string): Statement {
  const { receipt, payment, corrections } = issued;
  const { amount, currency, at, method, reference } = payment;
  const write = (minor: number): string => formatMinor(minor, currency);
  const how = [method && `by ${methodNames[method]}`, reference && `reference ${reference}`].filter(Boolean);
  return {
    title: 'Receipt',
    number: receipt.number,
    facts: [
      `Received ${formatDay(getDay(payment, timeZone), paper)}`,
      `Registration ${receipt.confirmationNumber}`,
    ],
    issuer: receipt.issuer,
    recipient: receipt.recipient,
    currency,
    lines: [
      [[`Payment: ${receipt.subject}`, ...how].join(', '), write(amount)],
      ...corrections.map(
        (each) => [`Correction of ${formatDay(getDay(each, timeZone), paper)}`, write(each.amount)] as const,
      ),
    ],
    totals: [['Total received', write(sumReceived(issued))]],
    notes: [],
    createdAt: new Date(at),
  };
}
