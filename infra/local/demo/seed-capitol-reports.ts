// Gives the demo tenants a capitol report of a week in which their bills moved.
import { buildSnapshot } from '../../../functions/billtracking/capitol-reports/kinds/build-snapshot.ts';
import { loadReportSource } from '../../../functions/billtracking/capitol-reports/load-report-source.ts';
import { insertReport, reportsByAge } from '../../../functions/billtracking/capitol-reports/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { sessionById } from '../../../shared/legislature/sessions.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { demoBills } from './demo-bills.ts';
import { demoDirectories } from './demo-directory.ts';

/** The week of each report, and its title. */
const weeks: Readonly<Record<string, { readonly startDate: string; readonly endDate: string }>> = {
  demo: { startDate: '2025-03-10', endDate: '2025-03-16' },
  harbor: { startDate: '2025-03-03', endDate: '2025-03-09' },
};

/** Seeds a tenant's capitol report, if it has none, and returns the id that examples name. */
export async function seedCapitolReports(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const followed = demoBills[tenant.code];
  const period = weeks[tenant.code];
  const state = followed && stateById(followed.stateId);
  if (!followed || !period || !state) return {};
  const id = recordId(tenant.code, 'capitolReport:demo', 'weekly');
  const capitolReportId = { capitolReportId: id };
  if ((await reportsByAge(tenant).page({ pageIndex: 0, pageSize: 1 })).total > 0) return capitolReportId;
  const today = toLocalDate(state.timeZone, now);
  const session = await sessionById(tenant, followed.sessionId);
  const basis = await loadReportSource(tenant, { type: 4, state, session, isOfSession: true, period, today });
  const organizations = Object.values(demoDirectories[tenant.code]?.organizations ?? {});
  const data = buildSnapshot(basis, {
    type: 4,
    title: `Friday report: ${state.name}`,
    association: organizations[0]?.name ?? tenant.code,
    asOf: now,
    asOfDate: today,
  });
  const about = { id, reportType: 4, createdBy: undefined } as const;
  await commit((await insertReport(tenant, data, about, now)).changes);
  return capitolReportId;
}
