// Stores the scheduled report that examples name, and signs a link of it. It is paused, so that the demo mails nobody.
import { buildReportToken } from '../../../../functions/billtracking/capitol-reports/schedules/links/report-link.ts';
import { loadRecipients } from '../../../../functions/billtracking/capitol-reports/schedules/recipients.ts';
import type { ScheduleItem } from '../../../../functions/billtracking/capitol-reports/schedules/schedule.ts';
import {
  insertSchedule,
  putRun,
  scheduleById,
} from '../../../../functions/billtracking/capitol-reports/schedules/store.ts';
import { loadAllAccounts } from '../../../../shared/auth/access/person-accounts.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { demoId } from '../steps/references.ts';

const YEAR_SECONDS = 365 * 86_400;

/** Stores it with a run, unless it is there, and returns the values that examples name. */
export async function seedReportSchedule(
  tenant: TenantStore,
  settings: TenantItem,
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const { capitolReportId: reportId } = values;
  const people = [...(await loadAllAccounts(tenant, settings)).keys()].toSorted();
  const recipients = await loadRecipients(tenant, settings, people, now);
  const personId = recipients.find(({ mayRead, email }) => mayRead && email !== undefined)?.personId;
  if (reportId === undefined || personId === undefined) return {};
  const scheduleId = demoId(tenant.code, 'report-schedule:friday');
  const claims = { reportId, scheduleId, personId, generation: 0 };
  const expires = Math.floor(now.getTime() / 1000) + YEAR_SECONDS;
  const seeded = {
    reportScheduleId: scheduleId,
    reportRecipientId: personId,
    reportLinkToken: await buildReportToken(tenant, { ...claims, expires }),
  };
  if (await scheduleById(tenant, scheduleId)) return seeded;
  const moment = now.toISOString();
  const schedule: ScheduleItem = {
    ...{ type: 'report-schedule', id: scheduleId, name: 'Friday report', reportType: 4, stateId: 53 },
    schedule: { frequency: 'weekly', weekday: 5, hour: 16, timeZone: settings.timeZone },
    ...{ recipientIds: [personId], isPaused: true, linkGeneration: 0 },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const run = {
    ...{ id: demoId(tenant.code, 'report-schedule-run:friday'), dueDate: moment, runDate: moment, reportId },
    ...{ status: 'SENT' as const, mailed: 1, withoutAccess: 0, withoutAddress: 0 },
  };
  await commit([insertSchedule(tenant, schedule), putRun(tenant, scheduleId, run)]);
  return seeded;
}
