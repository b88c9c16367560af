// Builds the data of a report from what the tenant follows at this moment.
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { allValid, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownValue } from '../unknown-value.ts';
import { derivePeriod, getSessionDay, validatePeriod, validateSessionDates } from './content/period.ts';
import { findReportType, type ReportType, reportTypeList } from './content/report-types.ts';
import type { Snapshot } from './content/snapshot.ts';
import { buildSnapshot } from './kinds/build-snapshot.ts';
import { withMappedEnd } from './legislation-days/mapped-end.ts';
import { findSession } from './legislation-days/resolve-session.ts';
import { loadReportSource } from './load-report-source.ts';

/** What a report is requested for. */
export interface ReportRequest {
  readonly stateId: number;
  /** The code of its type. */
  readonly reportType: number;
  readonly sessionId?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly title?: string | undefined;
}

const unknownReportType = (code: number): ErrorDetail =>
  unknownValue('reportType', `reportType must be one of ${reportTypeList}, but was ${code}.`);

/**
 * The type and the session of a request.
 * @throws Failure 400 with everything that is wrong; 404 when there is no such state
 */
export async function resolveReport(tenant: TenantStore, request: ReportRequest, now: Date) {
  const ids = [{ target: 'sessionId', id: request.sessionId }];
  const type = findReportType(request.reportType);
  const date = type && getSessionDay(type, request);
  const [found] = await allValid([
    findSession(tenant, request.stateId, { ids, date }, now),
    (async () => throwIfInvalid(type === undefined ? [unknownReportType(request.reportType)] : []))(),
  ]);
  if (type === undefined) throw new Error('An unknown report type was not reported');
  return { ...found, type };
}

/**
 * The data of a report.
 * @throws Failure 400 with everything that is wrong; 404 when there is no such state
 */
export async function buildReport(
  tenant: TenantStore,
  { name }: Pick<TenantItem, 'name'>,
  request: ReportRequest,
  now: Date,
): Promise<{ readonly type: ReportType; readonly data: Snapshot }> {
  const { type, state, session: named, today } = await resolveReport(tenant, request, now);
  const session = named && (await withMappedEnd(tenant, named));
  throwIfInvalid(validateSessionDates(type, request, session));
  const period = derivePeriod(type, request, session, today);
  throwIfInvalid(validatePeriod(period));
  const source = await loadReportSource(tenant, {
    ...{ type, state, session, period, today },
    isOfSession: request.sessionId !== undefined || (type === 6 && session !== undefined),
  });
  const details = { type, title: request.title || undefined, association: name, asOf: now, asOfDate: today };
  return { type, data: buildSnapshot(source, details) };
}
