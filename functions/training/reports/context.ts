// The context of a report: the tenant with its name, time zone and currency, at the moment of the request.
import { nameOpenMerges } from '../../../shared/auth/access/name-open-merges.ts';
import { type TenantItem, tenantKey } from '../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import type { Heading } from './definition/document.ts';
import type { ReportContext, ReportScope } from './definition/report.ts';
import type { ReportJobItem } from './job.ts';

/**
 * Loads the context of a job that runs in the background. One read.
 * @throws Error when the tenant no longer exists
 */
export async function loadReportContext(
  tenant: TenantStore,
  { createdDate, showsEmails = true }: Pick<ReportJobItem, 'createdDate' | 'showsEmails'>,
): Promise<ReportContext & { readonly settings: TenantItem }> {
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error(`The tenant ${tenant.code} no longer exists`);
  const followed = followMerges(nameOpenMerges(tenant, settings));
  return { tenant: followed, settings, asOf: new Date(createdDate), showsEmails };
}

/** Loads the heading of a report. One read. */
export async function loadHeading(
  { tenant, settings, asOf }: ReportContext,
  { subject, period }: ReportScope,
): Promise<Heading> {
  const { currency } = await loadTrainingSettings(tenant);
  return { tenantName: settings.name, timeZone: settings.timeZone, currency, subject, period, asOf };
}
