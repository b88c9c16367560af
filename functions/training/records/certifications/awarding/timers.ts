// Timers of certifications: the holder is notified some days before the last valid day, and after it.

import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { type Change, check, ifVersion } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { setTimer, type TimerItem } from '../../../../../shared/schedule/timers.ts';
import { addDays, daysBetween } from '../../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../../shared/time/local-time.ts';
import { queueNotification } from '../../../notifications/notification-message.ts';
import { getReminderTime } from '../../../time/reminder-time.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';
import { loadNames } from '../../progress/names.ts';
import { computeRenewal } from '../../progress/progress.ts';
import { describeMissingRules } from '../../progress/requirements/describe-credit-rules.ts';
import { describeMissingCourses } from '../../progress/requirements/missing.ts';
import { creditTypeName } from '../../progress/requirements/requirement-names.ts';
import {
  type CertificationItem,
  certificationById,
  certificationKey,
  selectCurrentRules,
} from '../../training-record/certification.ts';
import { loadPersonRecord } from '../../training-record/person-record.ts';
import { certificationValues } from './notification-messages.ts';

/**
 * Sets the timers of a certification: one per reminder in the future, and one for the day after the last valid day.
 * Setting them again moves them. None for a certification without expiry.
 *
 * @param reminderDays days before the last valid day
 * @param timeZone the tenant's
 */
export function setCertificationTimers(
  tenant: TenantStore,
  { id, validThrough }: Pick<CertificationItem, 'id' | 'validThrough'>,
  reminderDays: readonly number[],
  timeZone: string,
  now: Date,
): Change[] {
  if (validThrough === undefined) return [];
  const reminders = [...new Set(reminderDays)].map((days) => ({
    kind: 'certification-expiring',
    subject: `${id}#${days}`,
    dueAt: getReminderTime(addDays(validThrough, -days), timeZone),
  }));
  const end = {
    kind: 'certification-expires',
    subject: id,
    dueAt: getStartOfDay(addDays(validThrough), timeZone),
  };
  return [...reminders, end].filter(({ dueAt }) => dueAt > now).map((timer) => setTimer(tenant, timer));
}

/** The notification is sent only while the certification is as it was read: one that was renewed or revoked meanwhile is not. */
const checkUnchanged = (tenant: TenantStore, { personId, id, version }: CertificationItem): Change =>
  check(certificationKey(tenant, personId, id), ifVersion(version), 'retry');

/** The certification of a timer, if it still expires, and today. */
async function loadTimerContext(tenant: TenantStore, certificationId: string, now: Date) {
  const [certification, settings] = await Promise.all([
    certificationById(tenant, certificationId),
    tenant.get(tenantKey(tenant)),
  ]);
  if (!certification || !settings) return undefined;
  const { validThrough, revokedDate, renewedBy } = certification;
  if (validThrough === undefined || revokedDate !== undefined || renewedBy !== undefined) return undefined;
  return { certification, validThrough, today: toLocalDate(settings.timeZone, now) };
}

/** The credits that a renewal still needs, such as "4 General and 1.5 Ethics"; empty when none is missing. */
async function describeCreditsNeeded(
  tenant: TenantStore,
  certification: CertificationItem,
  renewalOpensDays: number,
  today: string,
): Promise<string> {
  const record = await loadPersonRecord(tenant, certification.personId);
  const renewal = computeRenewal(certification, record, renewalOpensDays, today);
  if (!renewal) return '';
  const names = await loadNames(tenant, [selectCurrentRules(certification).curriculum]);
  const credits = renewal.credits
    .filter(({ missing }) => missing > 0)
    .map(({ creditTypeId, missing }) => `${missing} ${creditTypeName(names, creditTypeId)}`);
  return new Intl.ListFormat('en').format([
    ...describeMissingCourses(renewal.courses, names),
    ...credits,
    ...(renewal.creditRules ? describeMissingRules(renewal.creditRules, names) : []),
  ]);
}

/**
 * Runs a timer `certification-expiring`, subject `<certificationId>#<days>`: notifies the holder how many days are left
 * and what the renewal needs. No notification when it was renewed or revoked meanwhile, when its last valid day was
 * moved or has passed, or when a later reminder is due too.
 */
export async function remindOfCertificationExpiry(
  tenant: TenantStore,
  timer: TimerItem,
  now: Date,
): Promise<readonly Change[]> {
  const [certificationId = '', daysBefore = ''] = timer.subject.split('#');
  const found = await loadTimerContext(tenant, certificationId, now);
  if (!found) return [];
  const { certification, validThrough, today } = found;
  const { certification: settings } = await loadTrainingSettings(tenant);
  const daysLeft = daysBetween(today, validThrough);
  const days = Number(daysBefore);
  const isLate = settings.reminderDays.some((other) => other < days && daysLeft <= other);
  if (daysLeft < 0 || daysLeft > days || isLate) return [];
  const creditsNeeded = await describeCreditsNeeded(tenant, certification, settings.renewalOpensDays, today);
  return [
    checkUnchanged(tenant, certification),
    queueNotification(
      tenant,
      {
        kind: 'certificationExpiring',
        to: { kind: 'person', personId: certification.personId },
        about: `${certificationId}#${validThrough}#${days}`,
        values: { ...certificationValues(certification), daysLeft, creditsNeeded },
        link: { type: 'certification', id: certificationId },
      },
      now,
    ),
  ];
}

/**
 * Runs a timer `certification-expires`, subject the certification's id: notifies the holder that it has expired and
 * until when it can be renewed. No notification when it was renewed or revoked meanwhile, or when its last valid day is
 * in the future.
 */
export async function notifyCertificationExpired(
  tenant: TenantStore,
  timer: TimerItem,
  now: Date,
): Promise<readonly Change[]> {
  const found = await loadTimerContext(tenant, timer.subject, now);
  if (!found || found.today <= found.validThrough) return [];
  const { certification, validThrough, today } = found;
  const { renewalOpensDays } = (await loadTrainingSettings(tenant)).certification;
  const creditsNeeded = await describeCreditsNeeded(tenant, certification, renewalOpensDays, today);
  return [
    checkUnchanged(tenant, certification),
    queueNotification(
      tenant,
      {
        kind: 'certificationExpired',
        to: { kind: 'person', personId: certification.personId },
        about: `${certification.id}#${validThrough}`,
        values: { ...certificationValues(certification), creditsNeeded },
        link: { type: 'certification', id: certification.id },
      },
      now,
    ),
  ];
}
