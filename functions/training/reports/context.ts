// What a report is made in: the tenant with its name, clock and currency, at the moment the report was asked for.
import { type TenantItem, tenantKey } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { loadTrainingSettings } from '../settings/defaults/training-settings.ts';
import type { Heading } from './document.ts';
import type { ReportContext, ReportScope } from './report.ts';

/**
 * The circumstances of a job that goes on behind the scenes. One read.
 * @throws Error when the tenant is no more
 */
export async function loadReportContext(
  tenant: TenantStore,
  createdDate: string,
): Promise<ReportContext & { readonly settings: TenantItem }> {
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error(`The tenant ${tenant.code} is no more`);
  return { tenant, settings, asOf: new Date(createdDate) };
}

/** What stands above a report's rows. One read. */
export async function loadHeading(
  { tenant, settings, asOf }: ReportContext,
  { subject, period }: ReportScope,
): Promise<Heading> {
  const { currency } = await loadTrainingSettings(tenant);
  return { tenantName: settings.name, timeZone: settings.timeZone, currency, subject, period, asOf };
}
