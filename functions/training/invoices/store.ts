// Stores documents with the registration that they are for, listed by the day of issue, with a pointer by id. The counter of each
// kind is written in the transaction that uses its next number, so that no number is missing and none is used twice.
import { type Change, ifAbsent, put } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import type { PageRequest } from '../../../shared/lists/page.ts';
import { type RegistrationItem, registrationById } from '../registrations/record/registration.ts';
import type { DocumentKind, InvoiceItem } from './invoice.ts';

interface InvoicePointerItem {
  readonly type: 'invoice-pointer';
  readonly registrationId: string;
  readonly position: number;
}

interface InvoiceCounterItem {
  readonly type: 'invoice-counter';
  /** The last number that was used. */
  readonly last: number;
}

const partition = (registrationId: string): string => `REGISTRATION-INVOICES#${registrationId}`;
/** A registration has far fewer documents than four digits count: its ledger has 200 entries. */
const invoiceKey = (
  tenant: TenantStore,
  { registrationId, position }: Pick<InvoiceItem, 'registrationId' | 'position'>,
): Key<InvoiceItem> => tenant.key(partition(registrationId), String(position).padStart(4, '0'));
const pointerKey = (tenant: TenantStore, id: string): Key<InvoicePointerItem> =>
  tenant.key(`INVOICE#${id}`, 'POINTER');
const counterKey = (tenant: TenantStore, kind: DocumentKind): Key<InvoiceCounterItem> =>
  tenant.key('INVOICE-NUMBERS', kind);

/** All documents in the order in which they were issued. */
const invoicesByIssue = (tenant: TenantStore): CountedList<InvoiceItem> =>
  countedList<InvoiceItem>(tenant, 'INVOICES');
const issueSort = ({ issuedDate, createdDate, id }: InvoiceItem): string =>
  `${issuedDate}#${createdDate}#${id}`;

/** The documents of a registration, the earliest first. */
export const invoicesOfRegistration = (
  tenant: TenantStore,
  registrationId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<InvoiceItem[]> =>
  tenant.queryAll(tenant.partition<InvoiceItem>(partition(registrationId)), options);

/** The last number of a kind that was used, read consistently. */
export const loadLastNumber = async (tenant: TenantStore, kind: DocumentKind): Promise<number> =>
  (await tenant.get(counterKey(tenant, kind), { consistent: true }))?.last ?? 0;

/** Uses the number after the last one; retried when another document got it. */
const advanceCounter = (tenant: TenantStore, kind: DocumentKind, last: number): Change =>
  put(
    counterKey(tenant, kind),
    { type: 'invoice-counter', last: last + 1 },
    {
      condition:
        last === 0
          ? ifAbsent
          : { expression: '#last = :read', names: { '#last': 'last' }, values: { ':read': last } },
      onConflict: 'retry',
    },
  );

/** Writes a document with its number; retried when its registration got another one meanwhile. */
export async function insertInvoice(
  tenant: TenantStore,
  item: InvoiceItem,
  lastNumber: number,
): Promise<Change[]> {
  const list = invoicesByIssue(tenant);
  const { id, registrationId, position, kind } = item;
  return [
    advanceCounter(tenant, kind, lastNumber),
    put(invoiceKey(tenant, item), item, {
      condition: ifAbsent,
      onConflict: 'retry',
      listed: { listing: list.listing, sort: issueSort(item) },
    }),
    put(pointerKey(tenant, id), { type: 'invoice-pointer', registrationId, position }),
    ...(await list.changesForInsert(issueSort(item))),
  ];
}

/** A document with its registration, which says whose it is. */
export interface InvoiceWithRegistration {
  readonly invoice: InvoiceItem;
  readonly registration: RegistrationItem;
}

/** @throws Failure 404 */
export async function requireInvoice(tenant: TenantStore, id: string): Promise<InvoiceWithRegistration> {
  const pointer = await tenant.get(pointerKey(tenant, id));
  if (!pointer) throw notFound('invoice', id);
  const [invoice, registration] = await Promise.all([
    tenant.get(invoiceKey(tenant, pointer)),
    registrationById(tenant, pointer.registrationId),
  ]);
  if (!invoice || !registration) throw notFound('invoice', id);
  return { invoice, registration };
}

/** A page of all documents, or of those that were issued from one day to another. */
export async function pageInvoices(
  tenant: TenantStore,
  {
    from,
    to,
    page,
    pageSize,
  }: PageRequest & { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<{ readonly items: readonly InvoiceItem[]; readonly total: number }> {
  const list = invoicesByIssue(tenant);
  if (from === undefined && to === undefined) return list.page({ pageIndex: page - 1, pageSize });
  // '$' follows '#', which ends the day in a sort text.
  const { total, rows } = await list.range({ from, before: to && `${to}$` });
  return { items: await rows((page - 1) * pageSize, pageSize), total };
}
