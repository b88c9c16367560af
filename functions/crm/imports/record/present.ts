// Presents imports.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { type EmailViewer, seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import { permissionDenied } from '../../../../shared/errors/failure.ts';
import { getDateOrder, listDays } from './date-order.ts';
import { countRows, type ImportItem } from './import.ts';
import type { ImportRunItem } from './run-item.ts';
import type { ImportKind } from './schemas.ts';

/** Kinds whose files may have addresses. */
const kindsWithEmails: readonly ImportKind[] = ['people', 'memberships', 'mail-decisions'];

/** Whether a caller sees imports of a kind: one tells who is stored already under an address. */
export const seesImports = (viewer: EmailViewer, kind: ImportKind): boolean =>
  !kindsWithEmails.includes(kind) || seesEmails(viewer);

/** @throws Failure PERMISSION_DENIED */
export function assertMayImport(viewer: EmailViewer, kind: ImportKind): void {
  if (!seesImports(viewer, kind)) throw permissionDenied('crm.emails.read');
}

/**
 * An import with officials for whom people work writes relationships.
 * @throws Failure PERMISSION_DENIED
 */
export function assertMayWriteRelationships({
  caller,
}: {
  readonly caller: Pick<Caller, 'permissions'>;
}): void {
  if (!caller.permissions.has('crm.advocacy.write')) throw permissionDenied('crm.advocacy.write');
}

/** How much of an uploaded text is read, in percent of its bytes; workbooks are read in one go. */
function computeReadPercent({ parts }: ImportItem, reading: ImportRunItem['reading']): number {
  if (reading?.format.type !== 'text') return 0;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return Math.min(99, Math.floor((100 * reading.end) / Math.max(1, bytes)));
}

function presentProgress(item: ImportItem, run: ImportRunItem | undefined) {
  const { status, rowCount, check, result } = item;
  if (status === 'uploading') return { rows: 0, percent: 0, counts: null };
  if (status === 'reading') {
    const reading = run?.reading;
    return { rows: reading?.rows ?? 0, percent: computeReadPercent(item, reading), counts: null };
  }
  const counts = run?.counts ?? result ?? check;
  const rows = counts ? countRows(counts) : 0;
  const percent = status === 'done' ? 100 : Math.floor((100 * rows) / Math.max(1, rowCount));
  return { rows, percent, counts: counts ?? null };
}

/** An import as the interface presents it. */
export const presentImport = (item: ImportItem, run?: ImportRunItem) => ({
  ...{
    id: item.id,
    kind: item.kind,
    fileName: item.fileName,
    source: item.source ?? null,
    status: item.status,
  },
  rowCount: item.rowCount,
  columns: item.columns.map((column, index) => {
    const { heading, samples, field } = column;
    return { index, heading, samples, field, days: listDays(column, getDateOrder(item)) };
  }),
  dateOrder: getDateOrder(item) ?? null,
  remarks: item.remarks,
  progress: presentProgress(item, run),
  check: item.check ?? null,
  result: item.result ?? null,
  hasRefusals: (item.refused?.pages ?? 0) > 0,
  reason: item.reason ?? null,
  ...{ createdDate: item.createdDate, modifiedDate: item.modifiedDate },
  keptUntil: new Date(item.ttl * 1000).toISOString(),
});
