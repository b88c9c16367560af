// What of invoices is open, by how long it has been due (docs/interface/training.md#due-dates).

import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import { daysBetween } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { loadOpenAmount } from '../../invoices/due/load-open-amount.ts';
import type { InvoiceItem } from '../../invoices/ledger/invoice.ts';
import { invoicesByIssue } from '../../invoices/ledger/store.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { reportParameters } from '../definition/parameters.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { readPages } from '../sources/pages.ts';

/** The columns of amounts, each with the last day of its age; the last has no end. */
export const ages = {
  notDue: 0,
  days30: 30,
  days60: 60,
  days90: 90,
  older: Number.POSITIVE_INFINITY,
} as const;
type Age = keyof typeof ages;

/** The column of an amount that has been due for so many days; an invoice without a due date is due when it is issued. */
export const chooseAge = (daysLate: number): Age =>
  (Object.keys(ages) as Age[]).find((age) => daysLate <= ages[age]) ?? 'older';

const money = (title: string) => ({ title, kind: 'money', width: 12 }) as const;

export const invoiceAgeing = defineReport({
  name: 'InvoiceAgeing',
  title: 'Ageing of invoices',
  description:
    "What of invoices is neither paid nor credited now, by how long it has been due, in the tenant's currency.",
  parameters: reportParameters.InvoiceAgeing,
  columns: {
    recipient: { title: 'Recipient', kind: 'text', width: 26 },
    number: { title: 'Invoice', kind: 'text', width: 13 },
    issued: { title: 'Issued', kind: 'date', width: 11 },
    due: { title: 'Due', kind: 'date', width: 11 },
    daysLate: { title: 'Days late', kind: 'number', width: 8 },
    notDue: money('Not due'),
    days30: money('1 to 30 days'),
    days60: money('31 to 60 days'),
    days90: money('61 to 90 days'),
    older: money('Over 90 days'),
    open: money('Open'),
    invoiceId: idColumn('Invoice id'),
    registrationId: idColumn('Registration id'),
  },
  totals: { sum: ['notDue', 'days30', 'days60', 'days90', 'older', 'open'], per: 'recipient' },
  order: ['recipient', 'issued', 'number'],
  async loadScope({ from, to }, { tenant, settings, asOf }) {
    const period = { from: from ?? undefined, to: to ?? undefined };
    const [{ total }, { currency }] = await Promise.all([
      invoicesByIssue(tenant).range({ from: period.from, before: period.to && `${period.to}$` }),
      loadTrainingSettings(tenant),
    ]);
    const isBounded = period.from !== undefined || period.to !== undefined;
    const today = toLocalDate(settings.timeZone, asOf);
    return { ...(isBounded && { period }), size: Math.max(1, total), currency, today };
  },
  async *rows({ from, to }, { tenant, asOf }, { currency, today }, position) {
    const range = { ...(from && { from }), ...(to && { to: `${to}#~` }), limit: 100 };
    let { done } = position;
    const { listing } = invoicesByIssue(tenant);
    for await (const { items, next } of readPages(tenant, listing, range, position.next)) {
      const moment = asOf.toISOString();
      const invoices = items.filter(
        (item) => item.kind === 'invoice' && item.currency === currency && item.createdDate <= moment,
      );
      const open = await Promise.all(invoices.map((invoice) => loadOpenAmount(tenant, invoice)));
      done += items.length;
      yield {
        rows: invoices.flatMap((invoice, index) => buildRows(invoice, open[index]?.open ?? 0, today)),
        done,
        next: next ?? '',
      };
    }
  },
});

function buildRows(invoice: InvoiceItem, minor: number, today: string) {
  if (minor === 0) return [];
  const { id, number, issuedDate, dueDate = issuedDate, recipient, currency, registrationId } = invoice;
  const open = fromMinorUnits(minor, currency);
  const daysLate = Math.max(0, daysBetween(dueDate, today));
  return [
    {
      recipient: recipient.organization ?? recipient.name,
      ...{ number, issued: issuedDate, due: dueDate, daysLate },
      [chooseAge(daysLate)]: open,
      ...{ open, invoiceId: id, registrationId: registrationId ?? invoice.awardRegistrationId },
    },
  ];
}
