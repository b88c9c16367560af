// Opens the link of a scheduled report, and decides whether it still shows the report.

import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../../../shared/data/store.ts';
import { peopleMerges } from '../../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../../shared/directory/record-merge/merge-record.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { loadRecipients } from '../recipients.ts';
import type { ScheduleItem } from '../schedule.ts';
import { scheduleById } from '../store.ts';
import { isLinkExpired, type ReportLinkClaims, readReportToken } from './report-link.ts';

/** The request for what is behind a link, as its handler has it. */
interface LinkRequest {
  readonly platform: PlatformStore;
  readonly params: { readonly tenantCode: string; readonly token: string };
  readonly receivedAt: Date;
}

/** A link that the tenant has signed for a scheduled report that exists. */
export interface ReportLink {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly claims: ReportLinkClaims;
  readonly schedule: ScheduleItem;
  /** The tenant's time. */
  readonly now: Date;
}

/** The link of a request; undefined when it was not signed, or its scheduled report was deleted. Two round trips. */
export async function findReportLink({
  platform,
  params,
  receivedAt,
}: LinkRequest): Promise<ReportLink | undefined> {
  const found = await tenantByCode(platform, params.tenantCode);
  const claims = found && (await readReportToken(found.tenant, params.token));
  if (!claims) return undefined;
  const { tenant, settings } = found;
  const schedule = await scheduleById(tenant, claims.scheduleId);
  return schedule && { tenant, settings, claims, schedule, now: tenantTime(settings, receivedAt) };
}

/** The id by which the scheduled report names the person of a link: after a merge that of the one who remained. */
export async function findLinkedPerson({ tenant, claims, schedule }: ReportLink): Promise<string> {
  const { personId } = claims;
  if (schedule.recipientIds.includes(personId)) return personId;
  return (await survivorById(tenant, peopleMerges, personId))?.id ?? personId;
}

/** Whether a link shows its report: it has not expired, was not revoked, and its person may read reports now. */
export async function showsReport(link: ReportLink): Promise<'yes' | 'expired' | 'no'> {
  const { tenant, settings, claims, schedule, now } = link;
  if (claims.generation !== schedule.linkGeneration) return 'no';
  if (isLinkExpired(claims, now)) return 'expired';
  const [person] = await loadRecipients(tenant, settings, [await findLinkedPerson(link)], now);
  return person?.mayRead ? 'yes' : 'no';
}
