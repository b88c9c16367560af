// Records of the audit as the interface presents them, as JSON and as CSV.
import type { AuditItem } from '../../../shared/audit/audit.ts';
import { getRecordId, getRecordType } from '../../../shared/audit/audit-page.ts';
import { writeCsv } from '../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../shared/reports/escape-csv-formula.ts';

/** A record in the interface's form. */
export const presentAuditRecord = (item: AuditItem) => ({
  id: item.id,
  at: item.at,
  action: item.action,
  operation: item.operation,
  type: item.type === 'audit' ? item.recordType : item.setting,
  recordId: getRecordId(item),
  actor: item.by,
  actorName: item.byName,
  actorKind: item.byKind,
  address: item.address,
  userAgent: item.userAgent,
  before: item.before,
  after: item.after,
});

/** The titles of the columns, and the value of each in a row. */
const columns = {
  Time: ({ at }) => at,
  Action: ({ action }) => action,
  Operation: ({ operation }) => operation,
  Type: getRecordType,
  Record: getRecordId,
  Actor: ({ by }) => by,
  'Actor name': ({ byName }) => byName,
  'Actor kind': ({ byKind }) => byKind,
  Address: ({ address }) => address,
  'User agent': ({ userAgent }) => userAgent,
  Before: ({ before }) => before && JSON.stringify(before),
  After: ({ after }) => after && JSON.stringify(after),
  Id: ({ id }) => id,
} as const satisfies Readonly<Record<string, (item: AuditItem) => string | undefined>>;

/** Records as CSV with a row of titles. */
export const writeAuditCsv = (items: readonly AuditItem[]): Uint8Array =>
  writeCsv([
    Object.keys(columns),
    ...items.map((item) => Object.values(columns).map((read) => escapeCsvFormula(read(item) ?? ''))),
  ]);
