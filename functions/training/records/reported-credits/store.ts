// Stores reports of credits in the record of the person. They are listed for the office by their state, and through their
// pointer by state and credit type.
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { recordSortPrefixes, trainingRecord } from '../training-record/training-record.ts';
import type { ReportedCreditItem, ReportStatus } from './reported-credit.ts';

/** Finds a report by its id. */
interface ReportPointer {
  readonly type: 'reported-credit-pointer';
  readonly reportId: string;
  readonly personId: string;
  readonly createdDate: string;
  readonly submittedDate: string;
}

const reportKey = (
  tenant: TenantStore,
  { personId, createdDate, id }: Pick<ReportedCreditItem, 'personId' | 'createdDate' | 'id'>,
): Key<ReportedCreditItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `${recordSortPrefixes.reportedCredit}${createdDate}#${id}`);

const reportPointerKey = (tenant: TenantStore, id: string): Key<ReportPointer> =>
  tenant.key(`REPORTED-CREDIT#${id}`, 'POINTER');

/** Reports in a state, the longest waiting first; sorted by `reportSort`. */
const reportsByStatus = (tenant: TenantStore, status: ReportStatus): Partition<ReportedCreditItem> =>
  tenant.listing(`REPORTED-CREDITS#${status}`);

/** Those of one credit type. */
const reportsByType = (
  tenant: TenantStore,
  status: ReportStatus,
  creditTypeId: string,
): Partition<ReportPointer> => tenant.listing(`REPORTED-CREDITS#${status}#${creditTypeId}`);

/** Reports of a person, the earliest first. */
export const reportsOfPerson = (tenant: TenantStore, personId: string): Partition<ReportedCreditItem> =>
  trainingRecord(tenant, personId);
export const personReportSort = ({ createdDate, id }: ReportedCreditItem): string =>
  `${recordSortPrefixes.reportedCredit}${createdDate}#${id}`;

/** The sort key in the lists of the office. */
export const reportSort = ({ submittedDate, id }: Pick<ReportedCreditItem, 'submittedDate' | 'id'>): string =>
  `${submittedDate}#${id}`;

/** Writes a report, over the one that was read as `before` if there is one: two changes. */
export function putReport(
  tenant: TenantStore,
  before: ReportedCreditItem | undefined,
  after: ReportedCreditItem,
  ifMatch?: IfMatch,
): Change[] {
  const { id, personId, createdDate, submittedDate, status, creditTypeId } = after;
  const sort = reportSort(after);
  return [
    put(reportKey(tenant, after), after, {
      ...(before ? ifUnchanged(before.version, ifMatch) : { condition: ifAbsent, onConflict: 'retry' }),
      listed: { listing: reportsByStatus(tenant, status), sort },
    }),
    put(
      reportPointerKey(tenant, id),
      { type: 'reported-credit-pointer', reportId: id, personId, createdDate, submittedDate },
      { listed: { listing: reportsByType(tenant, status, creditTypeId), sort } },
    ),
  ];
}

/**
 * The report with this id, read consistently. Two reads.
 * @throws Failure 404
 */
export async function requireReport(tenant: TenantStore, id: string): Promise<ReportedCreditItem> {
  const pointer = await tenant.get(reportPointerKey(tenant, id), { consistent: true });
  const report = pointer && (await tenant.get(reportKey(tenant, { ...pointer, id }), { consistent: true }));
  if (!report) throw notFound('report of credits', id);
  return report;
}

interface ListRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
}

/** Lists reports in a state, of one credit type if it is named: one round trip, or two. */
export async function listReports(
  tenant: TenantStore,
  { status, creditTypeId }: { readonly status: ReportStatus; readonly creditTypeId?: string | undefined },
  range: ListRange,
): Promise<readonly ReportedCreditItem[]> {
  if (creditTypeId === undefined) return tenant.queryAll(reportsByStatus(tenant, status), range);
  const pointers = await tenant.queryAll(reportsByType(tenant, status, creditTypeId), range);
  const reports = await tenant.getMany(
    pointers.map((pointer) => reportKey(tenant, { ...pointer, id: pointer.reportId })),
  );
  return reports.flatMap((report) => (report ? [report] : []));
}
