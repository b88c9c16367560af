// The journal for accounting: the documents that were issued in a period, and the payments that were recorded in it
// (docs/interface/training.md#accounting).

import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../shared/time/local-time.ts';
import type { InvoiceItem } from '../../invoices/ledger/invoice.ts';
import { type JournalLine, journalDocument, journalPosting } from '../../invoices/ledger/journal.ts';
import { type PostingItem, postingsByTime } from '../../invoices/ledger/postings.ts';
import { invoicesByIssue } from '../../invoices/ledger/store.ts';
import { getAccounts, loadTrainingSettings } from '../../training-settings.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn } from '../definition/report.ts';
import { readPages } from '../sources/pages.ts';

/** What the lines of an entry have alike. */
interface EntryHead {
  readonly date: string;
  readonly entry: string;
  readonly description: string;
  readonly name?: string | undefined;
  readonly currency: string;
  readonly registrationId?: string | undefined;
  readonly invoiceId?: string | undefined;
}

const toRows = (head: EntryHead, lines: readonly JournalLine[]) =>
  lines.map(({ account, amount }) => ({
    ...head,
    account,
    ...(amount > 0
      ? { debit: fromMinorUnits(amount, head.currency) }
      : { credit: fromMinorUnits(-amount, head.currency) }),
  }));

const describeDocument = (item: InvoiceItem): EntryHead => ({
  date: item.issuedDate,
  entry: item.number,
  description:
    item.kind === 'invoice'
      ? (item.lines[0]?.text ?? '')
      : `Corrects ${item.corrects?.number ?? 'an invoice'}`,
  name: item.recipient.organization ?? item.recipient.name,
  currency: item.currency,
  registrationId: item.registrationId ?? item.awardRegistrationId,
  invoiceId: item.id,
});

const describePosting = (item: PostingItem, timeZone: string): EntryHead => ({
  date: toLocalDate(timeZone, new Date(item.at)),
  entry: `${item.confirmationNumber}-${item.number}`,
  description: [
    item.corrects === undefined
      ? item.kind === 'payment'
        ? 'Payment'
        : 'Refund'
      : `Corrects entry ${item.corrects}`,
    item.reference,
    item.date && `of ${item.date}`,
  ]
    .filter(Boolean)
    .join(', '),
  currency: item.currency,
  registrationId: item.registrationId ?? item.awardRegistrationId,
});

export const journal = defineReport({
  name: 'Journal',
  title: 'Journal',
  description:
    'For accounting: invoices, credit notes, payments and refunds of a period as lines of accounts, each entry in balance.',
  parameters: reportParameters.Journal,
  columns: {
    entry: { title: 'Journal No', kind: 'text', width: 15 },
    date: { title: 'Journal Date', kind: 'date', width: 11 },
    account: { title: 'Account Name', kind: 'text', width: 20 },
    description: { title: 'Description', kind: 'text', width: 26 },
    debit: { title: 'Debits', kind: 'number', width: 11 },
    credit: { title: 'Credits', kind: 'number', width: 11 },
    name: { title: 'Name', kind: 'text', width: 20 },
    currency: { title: 'Currency', kind: 'text', width: 8 },
    invoiceId: idColumn('Invoice id'),
    registrationId: idColumn('Registration id'),
  },
  totals: { sum: ['debit', 'credit'], per: 'currency' },
  order: ['date', 'entry'],
  async loadScope(parameters, { tenant, settings, asOf }) {
    const period = resolvePeriod(parameters, settings, asOf);
    const { from, to } = period ?? {};
    const [{ total }, trainingSettings] = await Promise.all([
      invoicesByIssue(tenant).range({ from, before: to && `${to}$` }),
      loadTrainingSettings(tenant),
    ]);
    // The postings have no count: they are about as many as the documents.
    return {
      period,
      size: Math.max(1, 2 * total),
      documents: total,
      accounts: getAccounts(trainingSettings),
    };
  },
  async *rows(_, { tenant, settings: { timeZone }, asOf }, { period, size, documents, accounts }, position) {
    const { from, to } = period ?? {};
    const moment = asOf.toISOString();
    const { stage, after }: { stage: 'documents' | 'postings'; after?: string } = JSON.parse(
      position.next ?? '{"stage":"documents"}',
    );
    let { done } = position;
    if (stage === 'documents') {
      const range = { ...(from && { from }), ...(to && { to: `${to}#~` }), limit: 100 };
      for await (const { items, next } of readPages(tenant, invoicesByIssue(tenant).listing, range, after)) {
        const issued = items.filter(({ createdDate }) => createdDate <= moment);
        done += items.length;
        yield {
          rows: issued.flatMap((item) => toRows(describeDocument(item), journalDocument(item, accounts))),
          done: Math.min(done, documents),
          next: JSON.stringify(next === undefined ? { stage: 'postings' } : { stage, after: next }),
        };
      }
    }
    const postings = {
      ...(from && { from: getStartOfDay(from, timeZone).toISOString() }),
      to:
        to && to < toLocalDate(timeZone, asOf)
          ? getStartOfDay(addDays(to), timeZone).toISOString()
          : `${moment}#~`,
      limit: 100,
    };
    const begin = stage === 'postings' ? after : undefined;
    for await (const { items, next } of readPages(tenant, postingsByTime(tenant), postings, begin)) {
      done += items.length;
      yield {
        rows: items.flatMap((item) =>
          toRows(describePosting(item, timeZone), journalPosting(item, accounts)),
        ),
        done: next === undefined ? size : Math.min(done, size - 1),
        next: JSON.stringify({ stage: 'postings', after: next }),
      };
    }
  },
});
