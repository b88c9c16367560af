// Gives the demo tenants a report that was made: the roster of a class, as PDF.
import { createReportJob } from '../../functions/training/reports/create-job.ts';
import { reportById } from '../../functions/training/reports/store.ts';
import { tenantKey } from '../../shared/auth/records.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';

/** Classes with registrations, by tenant. */
const classes: Readonly<Record<string, string>> = {
  demo: 'budget-basics-spring',
  harbor: 'agency-law-spring',
};

/** Seeds the report if it is not there, and returns the values that examples name. Classes are there already. */
export async function seedReports(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const key = classes[tenant.code];
  const settings = await tenant.get(tenantKey(tenant));
  if (key === undefined || !settings) return {};
  const reportId = recordId(tenant.code, 'report:demo', `roster ${key}`);
  if (await reportById(tenant, reportId, { consistent: true })) return { reportId };
  const parameters = { classId: recordId(tenant.code, 'class:demo', key) };
  const { changes } = await createReportJob(
    {
      tenant,
      settings,
      caller: { kind: 'anonymous', subject: 'anonymous', permissions: new Set() },
      now,
      receivedAt: now,
      newId: () => reportId,
    },
    { report: 'ClassRoster', format: 'pdf', parameters },
  );
  await commit(changes);
  return { reportId };
}
