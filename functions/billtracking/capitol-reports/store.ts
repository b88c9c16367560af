// Stores capitol reports: an entry in the list of all, and the data in compressed chunks.
//
// An entry is about 500 bytes: a page of the list, the latest first, has constant cost; other orders and filters read
// all entries, sixteen per read unit. A report is never changed.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, commit, insert, put, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { Failure, notFound } from '../../../shared/errors/failure.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { splitBytes } from '../../../shared/values/split-bytes.ts';
import type { Author } from '../caller.ts';
import type { ReportType } from './content/report-types.ts';
import type { Snapshot } from './content/snapshot.ts';

// Wrapped where they are called, so that functions which store nothing do not load their module.
const compress = (content: Uint8Array | string) => promisify(gzip)(content);
const decompress = (content: Uint8Array) => promisify(gunzip)(content);

/** A transaction is limited to 4 MB. */
const MAX_CHUNKS = 10;

/** The entry of a report, without its data. */
export interface CapitolReportItem {
  readonly type: 'capitol-report';
  readonly id: string;
  readonly reportType: ReportType;
  readonly title: string;
  readonly stateId: number;
  readonly sessionId?: number | undefined;
  readonly session?: string | undefined;
  readonly startDate: string;
  readonly endDate: string;
  readonly billCount: number;
  /** The checksum of the data's text, in base64url. */
  readonly sha256: string;
  /** The size of the data's text in bytes. */
  readonly size: number;
  readonly chunks: number;
  readonly createdBy?: Author | undefined;
  readonly version: 1;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

interface ChunkItem {
  readonly type: 'capitol-report-chunk';
  readonly bytes: Uint8Array;
}

const reportKey = (tenant: TenantStore, id: string): Key<CapitolReportItem> =>
  tenant.key(`CAPITOL-REPORT#${id}`, 'REPORT');
const chunkKey = (tenant: TenantStore, id: string, index: number): Key<ChunkItem> =>
  tenant.key(`CAPITOL-REPORT#${id}`, `CHUNK#${String(index).padStart(2, '0')}`);

/** All reports, the latest first. */
export const reportsByAge = (tenant: TenantStore): CountedList<CapitolReportItem> =>
  countedList<CapitolReportItem>(tenant, 'CAPITOL-REPORTS');

/** Inverts the digits of the creation time, so that the latest sorts first. */
const ageSortKey = ({ createdDate, id }: CapitolReportItem): string =>
  `${createdDate.replace(/\d/g, (digit) => String(9 - Number(digit)))}#${id}`;

const computeSha256 = (text: Uint8Array): string => createHash('sha256').update(text).digest('base64url');

/** Builds the entry of a report, and the changes that write it with its data. */
export async function insertReport(
  tenant: TenantStore,
  data: Snapshot,
  details: Pick<CapitolReportItem, 'id' | 'reportType' | 'createdBy'>,
  now: Date,
): Promise<{ readonly report: CapitolReportItem; readonly changes: readonly Change[] }> {
  const text = new TextEncoder().encode(JSON.stringify(data));
  const chunks = splitBytes(await compress(text));
  if (chunks.length > MAX_CHUNKS)
    throw new Failure(
      'PAYLOAD_TOO_LARGE',
      'The report is too large to store: request fewer days or one session.',
    );
  const timestamp = now.toISOString();
  const report: CapitolReportItem = {
    ...details,
    type: 'capitol-report',
    title: data.title,
    stateId: data.stateId,
    sessionId: data.sessionId,
    session: data.session,
    startDate: data.startDate,
    endDate: data.endDate,
    billCount: data.billCount,
    sha256: computeSha256(text),
    size: text.length,
    chunks: chunks.length,
    version: 1,
    createdDate: timestamp,
    modifiedDate: timestamp,
    schemaVersion: 1,
  };
  const list = reportsByAge(tenant);
  const sort = ageSortKey(report);
  return {
    report,
    changes: [
      insert(reportKey(tenant, report.id), report, { listed: { listing: list.listing, sort } }),
      ...chunks.map((bytes, index) =>
        put(chunkKey(tenant, report.id, index), { type: 'capitol-report-chunk', bytes }),
      ),
      ...(await list.changesForInsert(sort)),
    ],
  };
}

/** Gives the reports of a session to another one; what they say stays. */
export async function moveReports(tenant: TenantStore, from: number, into: number): Promise<void> {
  for await (const { items } of tenant.queryPages(reportsByAge(tenant).listing))
    for (const { id, sessionId } of items)
      if (sessionId === from) await commit([update(reportKey(tenant, id), { set: { sessionId: into } })]);
}

/** A report with its data, and the exact text that was stored. */
export interface StoredReport {
  readonly report: CapitolReportItem;
  readonly data: Snapshot;
  readonly text: Uint8Array;
}

/**
 * The report with this id, if there is one. Two round trips, and a read unit for about eight kilobytes of compressed data.
 * @throws Error when the checksum of its data does not match
 */
export async function findReport(tenant: TenantStore, id: string): Promise<StoredReport | undefined> {
  const report = await tenant.get(reportKey(tenant, id));
  if (!report) return undefined;
  const keys = Array.from({ length: report.chunks }, (_, index) => chunkKey(tenant, id, index));
  const chunks = await tenant.getMany(keys);
  const text = new Uint8Array(
    await decompress(Buffer.concat(chunks.flatMap((chunk) => (chunk ? [chunk.bytes] : [])))),
  );
  if (computeSha256(text) !== report.sha256)
    throw new Error(`The data of the capitol report ${id} of ${tenant.code} does not match its checksum`);
  return { report, data: JSON.parse(new TextDecoder().decode(text)) as Snapshot, text };
}

/** The same. @throws Failure 404 */
export async function requireReport(tenant: TenantStore, id: string): Promise<StoredReport> {
  const found = await findReport(tenant, id);
  if (!found) throw notFound('capitol report', id);
  return found;
}
