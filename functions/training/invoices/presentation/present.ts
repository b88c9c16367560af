// Presents documents: amounts in the units of their currency.
import type * as z from 'zod';
import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import { presentRegistration } from '../ledger/billed-registration.ts';
import { getSubtotal, type InvoiceItem } from '../ledger/invoice.ts';
import type { Invoice } from './schemas.ts';

export function presentInvoice(item: InvoiceItem): z.input<typeof Invoice> {
  const { id, kind, number, confirmationNumber, issuedDate, dueDate, purchaseOrder, currency, tax, balance } =
    item;
  const { issuer, recipient } = item;
  const toAmount = (minor: number): number => fromMinorUnits(minor, currency);
  return {
    ...{ id, kind, number },
    ...(item.registrations
      ? { registrations: item.registrations.map((each) => ({ ...each, total: toAmount(each.total) })) }
      : { ...presentRegistration(item), confirmationNumber }),
    ...(item.isPart && { isPart: true }),
    ...{ issuedDate, dueDate, purchaseOrder, currency },
    issuer: { ...issuer, addressLines: [...issuer.addressLines] },
    recipient: { ...recipient, addressLines: [...recipient.addressLines] },
    lines: item.lines.map(({ text, amount }) => ({ text, amount: toAmount(amount) })),
    subtotal: toAmount(getSubtotal(item)),
    ...(tax && { tax: { ...tax, amount: toAmount(tax.amount) } }),
    total: toAmount(item.total),
    balance: {
      charged: toAmount(balance.charged),
      paid: toAmount(balance.paid),
      due: toAmount(balance.due),
      refundDue: toAmount(balance.refundDue),
    },
    ...(item.corrects && { corrects: { ...item.corrects } }),
    createdDate: item.createdDate,
  };
}
