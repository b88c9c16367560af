// Reads and validates the input of a scheduled report.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { allValid, type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { toIanaZone } from '../../../../shared/time/time-zones.ts';
import { unknownValue, validateStateId } from '../../unknown-value.ts';
import { resolveReport } from '../build-report.ts';
import { loadRecipients } from './recipients.ts';
import type { ScheduleContent } from './schedule.ts';
import type { ScheduleChangeInput, ScheduleInput } from './schemas.ts';
import type { ReportTimes } from './times.ts';

const DEFAULT_HOUR = 7;

/** What the parsing of an input needs. */
interface InputContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

function parseTimes(sent: ScheduleInput['schedule'], defaultZone: string): ReportTimes {
  const { frequency, hour, weekday, dayOfMonth, timeZone } = sent;
  const zone = timeZone == null ? defaultZone : toIanaZone(timeZone);
  if (zone === undefined)
    throwIfInvalid([
      unknownValue(
        'schedule.timeZone',
        `schedule.timeZone must be a time zone such as America/New_York, but was ${JSON.stringify(timeZone)}.`,
      ),
    ]);
  return {
    frequency,
    hour: hour ?? DEFAULT_HOUR,
    ...(frequency === 'weekly' && { weekday: weekday ?? 1 }),
    ...(frequency === 'monthly' && { dayOfMonth: dayOfMonth ?? 1 }),
    timeZone: zone ?? defaultZone,
  };
}

/** Who of the recipients could not read the report. */
async function validateRecipients(
  { tenant, settings, now }: InputContext,
  ids: readonly string[],
): Promise<ErrorDetail[]> {
  const recipients = await loadRecipients(tenant, settings, ids, now);
  return recipients.flatMap(({ personId, name, mayRead, email }, index) => {
    const target = `recipientIds[${index}]`;
    if (name === undefined) return [unknownValue(target, `There is no person with the id ${personId}.`)];
    if (!mayRead)
      return [
        unknownValue(
          target,
          `${name} must have an account with the permission billtracking.reports.read to get the report.`,
        ),
      ];
    return email === undefined ? [unknownValue(target, `${name} must have a mail address.`)] : [];
  });
}

/** The type of a scheduled report, in the state and session that it names. */
async function parseReport(
  { tenant, now }: InputContext,
  request: { readonly reportType: number; readonly stateId: number; readonly sessionId?: number | undefined },
) {
  throwIfInvalid(validateStateId(request.stateId));
  return (await resolveReport(tenant, request, now)).type;
}

/**
 * The content of a new scheduled report.
 * @throws Failure 400 with everything that is wrong
 */
export async function parseSchedule(input: ScheduleInput, context: InputContext): Promise<ScheduleContent> {
  const { name, stateId } = input;
  const recipientIds = [...new Set(input.recipientIds)];
  const sessionId = input.sessionId ?? undefined;
  const [reportType, schedule] = await allValid([
    parseReport(context, { reportType: input.reportType, stateId, sessionId }),
    (async () => parseTimes(input.schedule, context.settings.timeZone))(),
    (async () => throwIfInvalid(await validateRecipients(context, recipientIds)))(),
  ]);
  return {
    ...{ name, reportType, stateId, schedule, recipientIds, isPaused: input.isPaused ?? false },
    ...(sessionId !== undefined && { sessionId }),
  };
}

/**
 * The content of a scheduled report with the input applied. Recipients who are named already are not asked again whether they
 * may read: who may not gets no mail.
 * @throws Failure 400 with everything that is wrong
 */
export async function applyScheduleChange(
  before: ScheduleContent,
  input: ScheduleChangeInput,
  context: InputContext,
): Promise<ScheduleContent> {
  const stateId = input.stateId ?? before.stateId;
  const sessionId = input.sessionId === undefined ? before.sessionId : (input.sessionId ?? undefined);
  const recipientIds = input.recipientIds ? [...new Set(input.recipientIds)] : before.recipientIds;
  const added = recipientIds.map((id) => (before.recipientIds.includes(id) ? undefined : id));
  const [reportType, schedule] = await allValid([
    parseReport(context, { reportType: input.reportType ?? before.reportType, stateId, sessionId }),
    (async () =>
      input.schedule ? parseTimes(input.schedule, context.settings.timeZone) : before.schedule)(),
    (async () => {
      if (added.some((id) => id !== undefined))
        throwIfInvalid(
          (await validateRecipients(context, recipientIds)).filter(({ target }) =>
            added.some((id, index) => id !== undefined && target === `recipientIds[${index}]`),
          ),
        );
    })(),
  ]);
  return {
    name: input.name ?? before.name,
    ...{ reportType, stateId, schedule, recipientIds, isPaused: input.isPaused ?? before.isPaused },
    ...(sessionId !== undefined && { sessionId }),
  };
}
