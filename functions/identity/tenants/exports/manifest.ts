// The manifest of an export: what the files are, their checksums, and what was left out (docs/tenant-data.md#manifest).
import { findDataKind } from '../../../../shared/directory/person-data/data-kinds.ts';
import type { TenantExportItem, TenantExportPartItem, TenantExportRunItem } from './export.ts';
import { whyLeftOut, withheldAttributes } from './exported-types.ts';

/** The version of the format: the first number changes when a reader of the earlier format would be wrong. */
const exportFormat = { format: 'rostrum-tenant-export', version: '1.0' } as const;

/** Types of records of the platform that belong to the tenant. */
const platformTypes: Readonly<Record<string, string>> = {
  user: 'user who may enter the tenant',
  client: 'OAuth client of the tenant',
};

/** A file as the manifest names it. */
export interface ManifestFile {
  readonly name: string;
  readonly recordType: string;
  readonly what: string;
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a record type is, for people. */
const describeType = (recordType: string): string =>
  platformTypes[recordType] ?? findDataKind(recordType).what;

export const presentPart = ({
  name,
  recordType,
  records,
  bytes,
  sha256,
}: TenantExportPartItem): ManifestFile => ({
  ...{ name, recordType, what: describeType(recordType), records, bytes, sha256 },
});

/** The manifest of an export whose files are these. */
export const buildManifest = (
  item: Pick<TenantExportItem, 'id' | 'tenantCode' | 'createdDate'>,
  run: Pick<TenantExportRunItem, 'leftOut'>,
  files: readonly ManifestFile[],
  completedDate: string,
) => ({
  ...exportFormat,
  ...{ id: item.id, tenantCode: item.tenantCode, startedDate: item.createdDate, completedDate },
  files,
  leftOut: Object.entries(run.leftOut)
    .map(([recordType, records]) => ({ recordType, records, why: whyLeftOut(recordType) ?? '' }))
    .sort((a, b) => (a.recordType < b.recordType ? -1 : 1)),
  withheldAttributes: Object.entries(withheldAttributes).map(([name, why]) => ({ name, why })),
});

export type Manifest = ReturnType<typeof buildManifest>;
