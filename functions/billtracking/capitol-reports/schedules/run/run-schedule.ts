// Makes a scheduled report and mails its link. The report, the mails, the line of the log and the next timer are one transaction:
// whatever fails, nothing is mailed twice and nothing without a report.
import { type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record/record-id.ts';
import { Failure } from '../../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import { stateById } from '../../../../../shared/legislature/states.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import { getBrand } from '../../../../../shared/pages/brand.ts';
import type { TimerItem } from '../../../../../shared/schedule/timers.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { buildReport } from '../../build-report.ts';
import type { Snapshot } from '../../content/snapshot.ts';
import { insertReport } from '../../store.ts';
import { buildReportLinkPath, buildReportToken, computeLinkExpiry } from '../links/report-link.ts';
import { loadRecipients, type Recipient } from '../recipients.ts';
import type { ScheduleItem, ScheduleRunItem } from '../schedule.ts';
import { putRun, scheduleById, setReportTimer } from '../store.ts';
import { scheduledDays } from '../times.ts';
import { buildReportMail } from './report-mail.ts';

interface RunContext {
  /** The tenant's time. */
  readonly now: Date;
  /** Real time, for the outbox. */
  readonly real: Date;
  readonly newId: () => string;
}

/** One of the recipients for each mail address. */
const selectByAddress = (recipients: readonly Recipient[]): (Recipient & { readonly email: string })[] => [
  ...new Map(
    recipients.flatMap((recipient) =>
      recipient.mayRead && recipient.email !== undefined
        ? [[recipient.email.toLowerCase(), { ...recipient, email: recipient.email }] as const]
        : [],
    ),
  ).values(),
];

async function buildMail(
  tenant: TenantStore,
  settings: TenantItem,
  schedule: ScheduleItem,
  { personId, email }: Recipient & { readonly email: string },
  report: { readonly id: string; readonly data: Snapshot },
  { now, real }: RunContext,
): Promise<Change> {
  const token = await buildReportToken(tenant, {
    ...{ reportId: report.id, scheduleId: schedule.id, personId, generation: schedule.linkGeneration },
    expires: computeLinkExpiry(now),
  });
  const url = areaUrl('billtracking', buildReportLinkPath(tenant, token));
  const mail = buildReportMail({ data: report.data, brand: getBrand(settings), url });
  const id = recordId(tenant.code, 'report-schedule-mail', `${report.id} ${personId}`);
  return putMail(tenant, id, { to: email, ...mail }, real);
}

/** Makes the report and mails it to whom may read it. */
async function sendReport(
  tenant: TenantStore,
  settings: TenantItem,
  schedule: ScheduleItem,
  dueAt: string,
  context: RunContext,
): Promise<{ readonly outcome: Partial<ScheduleRunItem>; readonly changes: readonly Change[] }> {
  const { now } = context;
  const recipients = await loadRecipients(tenant, settings, schedule.recipientIds, now);
  const mailed = selectByAddress(recipients);
  const counts = {
    mailed: mailed.length,
    withoutAccess: recipients.filter(({ mayRead }) => !mayRead).length,
    withoutAddress: recipients.filter(({ mayRead, email }) => mayRead && email === undefined).length,
  };
  if (mailed.length === 0)
    return {
      outcome: { ...counts, status: 'NOT_SENT', reason: 'Nobody is left to whom it could be mailed.' },
      changes: [],
    };
  const state = stateById(schedule.stateId);
  const today = toLocalDate(state?.timeZone ?? settings.timeZone, now);
  const { stateId, sessionId, reportType, name } = schedule;
  const request = { stateId, sessionId, reportType, title: name, ...scheduledDays(reportType, today) };
  const { type, data } = await buildReport(tenant, settings, request, now);
  const id = recordId(tenant.code, 'scheduled-report', `${schedule.id} ${dueAt}`);
  const details = { id, reportType: type, createdBy: schedule.createdBy };
  const { changes } = await insertReport(tenant, data, details, now);
  const mails = await Promise.all(
    mailed.map((recipient) => buildMail(tenant, settings, schedule, recipient, { id, data }, context)),
  );
  return { outcome: { ...counts, status: 'SENT', reportId: id }, changes: [...changes, ...mails] };
}

/** What became of a run that was refused, such as one with too many bills: the next one is due as ever. */
const describeRefusal = (error: unknown): Partial<ScheduleRunItem> => {
  if (!(error instanceof Failure) || error.status >= 500) throw error;
  return { status: 'FAILED', reason: error.message };
};

/** The changes of a run; none when the scheduled report was deleted or paused meanwhile. */
export async function runSchedule(
  tenant: TenantStore,
  { subject, dueAt }: TimerItem,
  context: RunContext,
): Promise<readonly Change[]> {
  const { now, newId } = context;
  const [schedule, settings] = await Promise.all([
    scheduleById(tenant, subject),
    tenant.get(tenantKey(tenant)),
  ]);
  if (!schedule || schedule.isPaused || !settings) return [];
  const { outcome, changes } = await sendReport(tenant, settings, schedule, dueAt, context).catch(
    (error: unknown) => ({ outcome: describeRefusal(error), changes: [] }),
  );
  const run = {
    ...{ id: newId(), dueDate: dueAt, runDate: now.toISOString() },
    ...{ status: 'NOT_SENT' as const, mailed: 0, withoutAccess: 0, withoutAddress: 0, ...outcome },
  };
  return [...changes, putRun(tenant, schedule.id, run), setReportTimer(tenant, schedule, now)];
}
