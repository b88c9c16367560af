// The rules of exports of a tenant's whole data: states, parts, expiry (docs/tenant-data.md#export).
import type { Position } from '../../../../shared/data/store.ts';
import type { FileItem } from '../../../../shared/files/stored-file.ts';
import { type LeasedRun, startRun } from '../../../../shared/jobs/leased-run.ts';

/**
 * A stored export of a tenant.
 *
 * | from       | event                                 | to         |
 * |------------|---------------------------------------|------------|
 * | (none)     | requested                             | inprogress |
 * | inprogress | the manifest is stored                | success    |
 * | inprogress | all tries failed, or the tenant is erased | failed |
 */
export interface TenantExportItem {
  readonly type: 'tenant-export';
  readonly id: string;
  readonly tenantCode: string;
  readonly status: 'inprogress' | 'success' | 'failed';
  /** The subject who requested it, or `command`. */
  readonly requestedBy: string;
  readonly records: number;
  readonly bytes: number;
  /** How many parts each type of record has, once all are there. */
  readonly parts: Readonly<Record<string, number>>;
  readonly reason?: string | undefined;
  readonly createdDate: string;
  readonly completedDate?: string | undefined;
  readonly version: number;
  /** Epoch seconds. */
  readonly ttl: number;
}

/** What is exported at the moment: the tenant's items, then its users and clients, then the manifest. */
export type ExportPhase = 'items' | 'accounts' | 'manifest';

/** The run of an export: where it continues. */
export interface TenantExportRunItem extends LeasedRun {
  readonly type: 'tenant-export-run';
  readonly tenantCode: string;
  readonly phase: ExportPhase;
  /** The position in the scan after the last item that is in a part. */
  readonly after?: Position | undefined;
  /** How many parts each type of record has. A part with a higher number is of a worker that was cut off. */
  readonly parts: Readonly<Record<string, number>>;
  /** How many items of each type were left out. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly ttl: number;
}

/** A part of an export: some records of one type, as a stored file of the tenant. */
export interface TenantExportPartItem {
  readonly type: 'tenant-export-part';
  /** `person.0001.jsonl`, or `manifest.json`. */
  readonly name: string;
  readonly recordType: string;
  readonly number: number;
  readonly records: number;
  readonly bytes: number;
  /** Of the uncompressed bytes, in hexadecimal digits as sha256sum prints them. */
  readonly sha256: string;
  readonly file: Pick<FileItem, 'id' | 'sha256' | 'chunks'>;
  readonly ttl: number;
}

export const manifestName = 'manifest.json';
/** Stands for the type of record where a part is the manifest. */
export const manifestType = 'manifest';

export const LIFETIME_DAYS = 7;

/** When an export and its files expire. */
const tenantExportTtl = (now: Date): number => Math.floor(now.getTime() / 1000) + LIFETIME_DAYS * 24 * 3600;

/** Whether an export is no longer there; DynamoDB removes it a little later. */
export const isExportExpired = ({ ttl }: Pick<TenantExportItem, 'ttl'>, now: Date): boolean =>
  ttl * 1000 <= now.getTime();

/** A new export and its run. */
export function buildTenantExport(
  { id, tenantCode, requestedBy }: Pick<TenantExportItem, 'id' | 'tenantCode' | 'requestedBy'>,
  now: Date,
): { readonly item: TenantExportItem; readonly run: TenantExportRunItem } {
  const ttl = tenantExportTtl(now);
  return {
    item: {
      ...{ type: 'tenant-export', id, tenantCode, status: 'inprogress', requestedBy },
      ...{ records: 0, bytes: 0, parts: {}, createdDate: now.toISOString(), version: 1, ttl },
    },
    run: {
      ...{
        type: 'tenant-export-run',
        id,
        runId: id,
        tenantCode,
        phase: 'items',
        parts: {},
        leftOut: {},
        ttl,
      },
      ...startRun(now),
    },
  };
}

/** The name of a part: types of records have no other characters than letters, digits and hyphens. */
export const partName = (recordType: string, number: number): string =>
  recordType === manifestType ? manifestName : `${recordType}.${String(number).padStart(4, '0')}.jsonl`;
