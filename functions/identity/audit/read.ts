// Reads pages of the audit for the four endpoints that present it.
import type { AuditItem } from '../../../shared/audit/audit.ts';
import { type AuditFilter, loadAuditPage } from '../../../shared/audit/audit-page.ts';
import type { Store } from '../../../shared/data/store.ts';
import { file, ok } from '../../../shared/http/reply.ts';
import { packCursor } from '../../../shared/lists/cursor.ts';
import { decodeCursor } from '../lists/list.ts';
import { presentAuditRecord, writeAuditCsv } from './present.ts';

type AuditQuery = AuditFilter & { readonly pageSize: number; readonly cursor?: string | undefined };

async function readPage(store: Store, query: AuditQuery) {
  const [after] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const { items, next } = await loadAuditPage(store, query, { pageSize: query.pageSize, after });
  return { items, nextCursor: next === undefined ? undefined : packCursor([next]) };
}

/** A page of the audit as JSON. */
export async function listAudit(store: Store, query: AuditQuery) {
  const { items, nextCursor } = await readPage(store, query);
  return ok({
    items: items.map((item: AuditItem) => presentAuditRecord(item)),
    ...(nextCursor !== undefined && { nextCursor }),
  });
}

/** A page of the audit as a CSV file. @param address the absolute address of the endpoint, without a query */
export async function exportAudit(store: Store, query: AuditQuery, address: string) {
  const { items, nextCursor } = await readPage(store, query);
  const sent = Object.entries({ ...query, cursor: nextCursor }).filter(([, value]) => value !== undefined);
  const link = new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)]));
  return file(writeAuditCsv(items), {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'audit.csv',
    ...(nextCursor !== undefined && { headers: { Link: `<${address}?${link}>; rel="next"` } }),
  });
}
