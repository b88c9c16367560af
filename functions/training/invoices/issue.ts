// Issues the next document of a registration with its number, its issuer and its recipient as they are now.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { personById } from '../../../shared/directory/people/person-store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { created, ok, write } from '../../../shared/http/reply.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { InvoiceSettings } from '../training-settings.ts';
import { type BilledRegistration, nameRegistration } from './ledger/billed-registration.ts';
import { buildRegistrationContent, deriveIssuedBalance } from './ledger/billing.ts';
import type { InvoiceItem } from './ledger/invoice.ts';
import { setOverdueTimers } from './ledger/overdue-timers.ts';
import { buildIssuer, buildRecipient } from './ledger/parties.ts';
import { countInvoice, getNextNumber, insertInvoice, loadNumberSequence } from './ledger/store.ts';
import { isSameTax } from './ledger/taxed-charges.ts';
import { presentInvoice } from './presentation/present.ts';

const prefixes = { invoice: 'invoicePrefix', creditNote: 'creditNotePrefix' } as const;

/** The least digits of a number. */
export const leastDigits = 6;

/** A number with its prefix, such as INV-000042. A prefix has no digit at its end, so no two pairs give the same text. */
export const formatNumber = (prefix: string, sequence: number): string =>
  `${prefix}${String(sequence).padStart(leastDigits, '0')}`;

/** Until when a document that is issued today is to be paid. */
export const computeDueDate = ({ paymentDays }: InvoiceSettings, issuedDate: string): string | undefined =>
  paymentDays === undefined ? undefined : addDays(issuedDate, paymentDays);

/** Of the request that issues. */
export interface IssueContext extends AuditContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly name: string; readonly timeZone: string };
  readonly url: (path: string) => string;
}

/** The next document with what is written; undefined when all that is charged is invoiced. */
async function buildNextDocument(
  { tenant, settings, now, newId }: IssueContext,
  registration: BilledRegistration,
  documents: readonly InvoiceItem[],
  invoiceSettings: InvoiceSettings,
): Promise<{ readonly item: InvoiceItem; readonly changes: readonly Change[] } | undefined> {
  const { ledger, personId, confirmationNumber, documentsOf } = registration;
  const { currency } = ledger;
  const balance = deriveIssuedBalance(ledger);
  const content = buildRegistrationContent(registration, documents);
  if (!content) return undefined;
  const { kind } = content;
  const moment = now.toISOString();
  const listed = { id: newId(), issuedDate: toLocalDate(settings.timeZone, now), createdDate: moment };
  // The number is read last: the less time passes until it is used, the fewer callers have to read it again.
  const [person, sequence, counted] = await Promise.all([
    personById(tenant, personId),
    loadNumberSequence(tenant, kind),
    countInvoice(tenant, listed),
  ]);
  const prefix = invoiceSettings[prefixes[kind]];
  const corrected = documents.findLast(
    (document) =>
      document.kind === 'invoice' && document.currency === currency && isSameTax(document.tax, content.tax),
  );
  const item: InvoiceItem = {
    type: 'invoice',
    ...content,
    ...listed,
    number: formatNumber(prefix, getNextNumber(sequence)),
    position: documents.length + 1,
    ...nameRegistration(registration),
    ...{ confirmationNumber, balance, currency },
    ...(kind === 'invoice' && { dueDate: computeDueDate(invoiceSettings, listed.issuedDate) }),
    issuer: buildIssuer(invoiceSettings, settings.name),
    // Who was invoiced gets the credit note, also an organization.
    recipient:
      kind === 'creditNote' && corrected?.isPart ? corrected.recipient : buildRecipient(registration, person),
    ...(kind === 'creditNote' && corrected && { corrects: { id: corrected.id, number: corrected.number } }),
    version: 1,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  return {
    item,
    changes: [
      ...insertInvoice(tenant, item, documentsOf, sequence, prefix),
      ...counted,
      ...setOverdueTimers(tenant, item, invoiceSettings, settings.timeZone, now),
    ],
  };
}

/**
 * Issues what a registration calls for, or replies with its last document.
 * @param documents those that it has, the earliest first
 * @throws Failure 409 when nothing was ever charged
 */
export async function issueNextDocument(
  context: IssueContext,
  registration: BilledRegistration,
  documents: readonly InvoiceItem[],
  invoiceSettings: InvoiceSettings,
) {
  const { tenant, url } = context;
  const issued = await buildNextDocument(context, registration, documents, invoiceSettings);
  const last = documents.at(-1);
  if (!issued) {
    if (last) return ok(presentInvoice(last));
    throw conflict(`Nothing is charged for the registration ${registration.confirmationNumber}.`);
  }
  const view = presentInvoice(issued.item);
  // The audit has no name of a person.
  const { number, kind, total, currency, registrationId } = view;
  const after = { number, kind, total, currency, registrationId };
  const change = { recordType: 'Invoice', recordId: view.id, after } as const;
  return write(
    [...issued.changes, registration.ifUnchanged, auditRecordChange(tenant, change, context)],
    created(view, url(`/api/v1/Invoices/${view.id}`)),
  );
}
