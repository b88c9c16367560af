// Stored documents of bills: each in a partition of its own, listed by its bill.
import { type Change, commit, ifAbsent, put, remove } from '../../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../../shared/data/store.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { decompressFile, loadFile, removeFile } from '../../../../../shared/files/stored-file.ts';
import { ifUnchanged } from '../../../../../shared/http/etag.ts';
import type { DocumentItem } from './document.ts';

const documentKey = (tenant: TenantStore, id: string): Key<DocumentItem> =>
  tenant.key(`BILL-DOCUMENT#${id}`, 'DOCUMENT');
const documentsByBill = (tenant: TenantStore, billId: string | number): Partition<DocumentItem> =>
  tenant.listing(`BILL-DOCUMENTS#${billId}`);

const listed = (tenant: TenantStore, { billId, date, createdDate, id }: DocumentItem) => ({
  listed: { listing: documentsByBill(tenant, billId), sort: `${date ?? createdDate.slice(0, 10)}#${id}` },
});

/** The documents of a bill, the latest first. */
export const listDocuments = (tenant: TenantStore, billId: string | number): Promise<DocumentItem[]> =>
  tenant.queryAll(documentsByBill(tenant, billId), { backward: true });

export const insertDocument = (tenant: TenantStore, document: DocumentItem): Change =>
  put(documentKey(tenant, document.id), document, {
    ...{ condition: ifAbsent, onConflict: 'retry' },
    ...listed(tenant, document),
  });

/** Writes a document over what was read as `before`. */
export const replaceDocument = (tenant: TenantStore, before: DocumentItem, after: DocumentItem): Change =>
  put(documentKey(tenant, before.id), after, {
    ...ifUnchanged(before.version, undefined),
    ...listed(tenant, after),
  });

/** The changes that remove a document with its files. */
export const removeDocument = (tenant: TenantStore, document: DocumentItem): Change[] => [
  remove(documentKey(tenant, document.id), ifUnchanged(document.version, undefined)),
  ...[document.file, document.text].flatMap((file) => (file ? removeFile(tenant, file) : [])),
];

/** The documents with these ids, in their order. */
export const documentsById = (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(DocumentItem | undefined)[]> => tenant.getMany(ids.map((id) => documentKey(tenant, id)));

/** The document of a bill. @throws Failure 404 */
export async function requireDocument(
  tenant: TenantStore,
  billId: string | number,
  id: string,
  target = 'documentId',
): Promise<DocumentItem> {
  const document = await tenant.get(documentKey(tenant, id.toLowerCase()), { consistent: true });
  if (!document || document.billId !== String(billId)) throw notFound('document of the bill', id, target);
  return document;
}

/** The text of a document; undefined when it has none. Two round trips. */
export async function loadText(
  tenant: TenantStore,
  { text }: DocumentItem,
  now: Date,
): Promise<string | undefined> {
  const stored = text && (await loadFile(tenant, text.id, now));
  return stored ? Buffer.from(await decompressFile(stored)).toString('utf8') : undefined;
}

/** Gives the documents of a bill to another one, which is the same bill. */
export async function moveBillDocuments(tenant: TenantStore, goes: string, stays: string): Promise<void> {
  for (const document of await listDocuments(tenant, goes)) {
    const after = { ...document, billId: stays, version: document.version + 1 };
    await commit([replaceDocument(tenant, document, after)]);
  }
}
