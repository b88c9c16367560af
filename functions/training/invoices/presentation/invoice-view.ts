// What the page of an invoice, a credit note or a receipt says.
import { formatAmount, fromMinorUnits } from '../../../../shared/money/currency.ts';
import type { Paper } from '../../../../shared/pdf/document.ts';
import { formatDay } from '../../time/format-day.ts';
import { getSubtotal, type InvoiceItem } from '../ledger/invoice.ts';
import type { Statement } from './statement-pdf.ts';

/** An amount in minor units as people read it. */
export const formatMinor = (minor: number, currency: string): string =>
  formatAmount(fromMinorUnits(minor, currency), currency, 'symbol');

/** The rows below the lines: tax, total, and what the registration owed then. */
function listTotals({ kind, tax, total, balance, currency }: InvoiceItem): [string, string][] {
  const write = (minor: number): string => formatMinor(minor, currency);
  const rate = tax ? `${tax.name} ${tax.rate}%` : '';
  const isAdded = tax && !tax.isInclusive;
  const after: [string, string][] =
    kind === 'invoice'
      ? [
          ['Paid', write(balance.paid)],
          ['Amount due', write(balance.due)],
        ]
      : [
          ['Remains charged', write(balance.charged)],
          ...(balance.due > 0 ? [['Amount due', write(balance.due)] as [string, string]] : []),
          ...(balance.refundDue > 0
            ? [['To be refunded', write(balance.refundDue)] as [string, string]]
            : []),
        ];
  return [
    ...(isAdded
      ? [
          ['Subtotal', write(getSubtotal({ total, tax }))] as [string, string],
          [rate, write(tax.amount)] as [string, string],
        ]
      : []),
    [kind === 'invoice' ? 'Total' : 'Total credited', write(total)],
    ...(tax && !isAdded ? [[`Includes ${rate}`, write(tax.amount)] as [string, string]] : []),
    ...after,
  ];
}

export function viewInvoice(item: InvoiceItem, paper: Paper): Statement {
  const { kind, number, issuedDate, dueDate, purchaseOrder, corrects, currency, issuer } = item;
  return {
    title: kind === 'invoice' ? 'Invoice' : 'Credit note',
    number,
    facts: [
      `Issued ${formatDay(issuedDate, paper)}`,
      ...(corrects ? [`Corrects invoice ${corrects.number}`] : []),
      ...(dueDate ? [`Due ${formatDay(dueDate, paper)}`] : []),
      ...(purchaseOrder ? [`Purchase order ${purchaseOrder}`] : []),
      item.registrations
        ? `${item.registrations.length} ${item.registrations.length === 1 ? 'registration' : 'registrations'}`
        : `Registration ${item.confirmationNumber}`,
    ],
    issuer,
    recipient: item.recipient,
    currency,
    lines: item.lines.map(({ text, amount }) => [text, formatMinor(amount, currency)]),
    totals: listTotals(item),
    notes: kind === 'invoice' && issuer.paymentTerms ? [issuer.paymentTerms] : [],
    createdAt: new Date(item.createdDate),
  };
}
