// Stores documents with the registration that they are for, listed by the day of issue, with a pointer by id. The counter of each
// kind is written in the transaction that uses its next number, so that no number is missing and none is used twice.
import { type Change, check, ifAbsent, insert, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import type { PageRequest } from '../../../../shared/lists/page.ts';
import { awardRegistrationPointerKey } from '../../records/training-record/certification.ts';
import { registrationById } from '../../registrations/record/registration.ts';
import { type DocumentKind, documentKinds, type InvoiceItem } from './invoice.ts';

interface InvoicePointerItem {
  readonly type: 'invoice-pointer';
  /** With which its documents are stored; of a consolidated invoice, the first of its registrations. */
  readonly registrationId: string;
  /** Whether that registration is for an award. */
  readonly isForAward?: boolean | undefined;
  readonly isConsolidated?: boolean | undefined;
  readonly position: number;
}

interface InvoiceCounterItem {
  readonly type: 'invoice-counter';
  readonly kind: DocumentKind;
  /** The last number that was used. */
  readonly last: number;
  /** The prefixes that its numbers were printed with, in lower case. */
  readonly prefixes?: readonly string[] | undefined;
}

const partition = (registrationId: string): string => `REGISTRATION-INVOICES#${registrationId}`;
/** A registration has far fewer documents than four digits count: its ledger has a few hundred entries at most. */
const invoiceKey = (tenant: TenantStore, documentsOf: string, position: number): Key<InvoiceItem> =>
  tenant.key(partition(documentsOf), String(position).padStart(4, '0'));
const pointerKey = (tenant: TenantStore, id: string): Key<InvoicePointerItem> =>
  tenant.key(`INVOICE#${id}`, 'POINTER');
const counters = (tenant: TenantStore): Partition<InvoiceCounterItem> => tenant.partition('INVOICE-NUMBERS');
const counterKey = (tenant: TenantStore, kind: DocumentKind): Key<InvoiceCounterItem> =>
  tenant.key('INVOICE-NUMBERS', kind);

/** A consolidated invoice as a whole; each of its registrations has its part. */
const consolidatedKey = (tenant: TenantStore, id: string): Key<InvoiceItem> =>
  tenant.key(`INVOICE#${id}`, 'INVOICE');

/** All documents in the order in which they were issued; of a consolidated invoice, the whole. */
export const invoicesByIssue = (tenant: TenantStore): CountedList<InvoiceItem> =>
  countedList<InvoiceItem>(tenant, 'INVOICES');
const issueSort = ({
  issuedDate,
  createdDate,
  id,
}: Pick<InvoiceItem, 'issuedDate' | 'createdDate' | 'id'>): string => `${issuedDate}#${createdDate}#${id}`;

/** The documents of a registration, the earliest first. */
export const invoicesOfRegistration = (
  tenant: TenantStore,
  registrationId: string,
  options: { readonly consistent?: boolean } = {},
): Promise<InvoiceItem[]> =>
  tenant.queryAll(tenant.partition<InvoiceItem>(partition(registrationId)), options);

/** Where the numbers of a kind are. */
export interface NumberSequence {
  readonly kind: DocumentKind;
  readonly counter: InvoiceCounterItem | undefined;
}

/** The numbers of a kind, read consistently. */
export const loadNumberSequence = async (
  tenant: TenantStore,
  kind: DocumentKind,
): Promise<NumberSequence> => ({
  kind,
  counter: await tenant.get(counterKey(tenant, kind), { consistent: true }),
});

export const getNextNumber = ({ counter }: NumberSequence): number => (counter?.last ?? 0) + 1;

/** Numbers are read without regard to case. */
const foldPrefix = (prefix: string): string => prefix.toLowerCase();

/** The kinds whose numbers were printed with these prefixes, each by its prefix in lower case. */
export async function loadPrintedPrefixes(tenant: TenantStore): Promise<ReadonlyMap<string, DocumentKind>> {
  const found = await tenant.queryAll(counters(tenant), { consistent: true });
  return new Map(
    found.flatMap(({ kind, prefixes = [] }) => prefixes.map((prefix) => [prefix, kind] as const)),
  );
}

/** The kind of document that has had numbers with this prefix, where it is another one. */
export const findOtherUse = (
  printed: ReadonlyMap<string, DocumentKind>,
  prefix: string,
  kind: DocumentKind,
): DocumentKind | undefined => {
  const user = printed.get(foldPrefix(prefix));
  return user === kind ? undefined : user;
};

/** Of two kinds, each has prefixes of its own for ever: the same number is never printed on both. */
const assertPrefixUnused = (tenant: TenantStore, kind: DocumentKind, prefix: string): Change[] =>
  documentKinds
    .filter((other) => other !== kind)
    .map((other) =>
      check(
        counterKey(tenant, other),
        {
          expression: 'attribute_not_exists(#prefixes) OR NOT contains(#prefixes, :prefix)',
          names: { '#prefixes': 'prefixes' },
          values: { ':prefix': foldPrefix(prefix) },
        },
        conflict(
          `The prefix ${prefix} is on documents of another kind; choose another one in Settings/Invoices.`,
        ),
      ),
    );

/** Uses the next number with a prefix; who gets it is decided here, and the others take the ones that follow. */
function advanceCounter(tenant: TenantStore, { kind, counter }: NumberSequence, prefix: string): Change[] {
  const prefixes = counter?.prefixes ?? [];
  const isNew = !prefixes.includes(foldPrefix(prefix));
  return [
    put(
      counterKey(tenant, kind),
      {
        type: 'invoice-counter',
        kind,
        last: (counter?.last ?? 0) + 1,
        prefixes: isNew ? [...prefixes, foldPrefix(prefix)] : prefixes,
      },
      {
        condition: counter
          ? { expression: '#last = :read', names: { '#last': 'last' }, values: { ':read': counter.last } }
          : ifAbsent,
        onConflict: 'retryInTurn',
      },
    ),
    ...(isNew ? assertPrefixUnused(tenant, kind, prefix) : []),
  ];
}

/** Lists a new document. */
export const countInvoice = (
  tenant: TenantStore,
  item: Pick<InvoiceItem, 'issuedDate' | 'createdDate' | 'id'>,
): Promise<Change[]> => invoicesByIssue(tenant).changesForInsert(issueSort(item));

/** Writes a document with its number; retried when its registration got another one meanwhile. */
export function insertInvoice(
  tenant: TenantStore,
  item: InvoiceItem,
  documentsOf: string,
  sequence: NumberSequence,
  prefix: string,
): Change[] {
  const { id, position, awardRegistrationId } = item;
  return [
    ...advanceCounter(tenant, sequence, prefix),
    insert(invoiceKey(tenant, documentsOf, position), item, {
      listed: { listing: invoicesByIssue(tenant).listing, sort: issueSort(item) },
    }),
    put(pointerKey(tenant, id), {
      ...{ type: 'invoice-pointer', registrationId: documentsOf, position },
      ...(awardRegistrationId !== undefined && { isForAward: true }),
    }),
  ];
}

/** Writes a consolidated invoice with its number, and the part of each registration. */
export function insertConsolidated(
  tenant: TenantStore,
  item: InvoiceItem,
  parts: readonly InvoiceItem[],
  sequence: NumberSequence,
  prefix: string,
): Change[] {
  const { id } = item;
  const [{ registrationId = '', position } = item] = parts;
  return [
    ...advanceCounter(tenant, sequence, prefix),
    insert(consolidatedKey(tenant, id), item, {
      listed: { listing: invoicesByIssue(tenant).listing, sort: issueSort(item) },
    }),
    put(pointerKey(tenant, id), { type: 'invoice-pointer', registrationId, position, isConsolidated: true }),
    ...parts.map((part) => insert(invoiceKey(tenant, part.registrationId ?? '', part.position), part)),
  ];
}

/** A document and whose it is, which its registration says. */
export interface OwnedInvoice {
  readonly invoice: InvoiceItem;
  /** The person of its registration; absent for a consolidated invoice. */
  readonly personId?: string | undefined;
  /** Of a consolidated invoice: the organization of its registrations, as it is now. */
  readonly organizationId?: string | undefined;
}

/** Whose documents are stored with a registration. */
async function findOwner(
  tenant: TenantStore,
  { registrationId, isForAward }: InvoicePointerItem,
): Promise<string | undefined> {
  if (isForAward) return (await tenant.get(awardRegistrationPointerKey(tenant, registrationId)))?.personId;
  return (await registrationById(tenant, registrationId))?.memberId;
}

export async function findInvoice(tenant: TenantStore, id: string): Promise<OwnedInvoice | undefined> {
  const pointer = await tenant.get(pointerKey(tenant, id));
  if (!pointer) return undefined;
  if (pointer.isConsolidated) {
    const [consolidated, registration] = await Promise.all([
      tenant.get(consolidatedKey(tenant, id)),
      registrationById(tenant, pointer.registrationId),
    ]);
    return consolidated && { invoice: consolidated, organizationId: registration?.organizationId };
  }
  const [invoice, personId] = await Promise.all([
    tenant.get(invoiceKey(tenant, pointer.registrationId, pointer.position)),
    findOwner(tenant, pointer),
  ]);
  return invoice && personId !== undefined ? { invoice, personId } : undefined;
}

/** @throws Failure 404 */
export async function requireInvoice(tenant: TenantStore, id: string): Promise<OwnedInvoice> {
  const found = await findInvoice(tenant, id);
  if (!found) throw notFound('invoice', id);
  return found;
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
