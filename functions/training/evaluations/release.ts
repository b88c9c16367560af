// Grants what waited for answers: when they are given, and when they are no longer required.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { TimerRule } from '../../../shared/schedule/run-due-timers.ts';
import { setTimer } from '../../../shared/schedule/timers.ts';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import { creditsForShare } from '../classes/record/attendance-rule.ts';
import { type ClassItem, classKey } from '../classes/record/class.ts';
import { buildAttendanceGrantChanges } from '../records/credits/attendance.ts';
import type { EvaluationHoldItem } from '../records/training-record/training-record.ts';
import { replaceRegistration, updateRegistration } from '../registrations/record/change-registration.ts';
import { type RegistrationItem, registrationById } from '../registrations/record/registration.ts';
import { removeHold } from './record/demand.ts';
import { courseEvaluationKey, holdsByCourse } from './record/evaluation.ts';

/** The moment of a release. */
interface ReleaseContext {
  readonly tenant: TenantStore;
  readonly timeZone: string;
  readonly now: Date;
}

/** Grants the credits and the completion of a registration that waits, as its attendance would have: by the same person and rule. */
export async function buildReleaseChanges(
  { tenant, timeZone, now }: ReleaseContext,
  registration: RegistrationItem,
  attendedClass: ClassItem,
  hold: EvaluationHoldItem,
): Promise<readonly Change[]> {
  const { rule } = hold;
  const share = registration.settledShare;
  const by = registration.history.findLast(({ to }) => to === 'Attended')?.by ?? 'system';
  return [
    replaceRegistration(
      tenant,
      registration,
      updateRegistration(registration, { evaluationHold: undefined }, now),
    ),
    ...removeHold(tenant, hold),
    ...(await buildAttendanceGrantChanges(tenant, {
      ...{ registration, attendedClass, timeZone, by, now },
      ...(rule && share && { reduceCredits: (credits: number) => creditsForShare(rule, share, credits) }),
    })),
  ];
}

/** How long until the listing is read again, which can be a moment behind, in milliseconds. */
const recheckDelay = 60_000;

/** Releases what waits for the classes of a course whose evaluation no longer requires answers: one registration for each timer. */
export const releaseHolds: TimerRule = async (tenant, timer, now) => {
  const [courseId = '', isLast] = timer.subject.split('#');
  const { items } = await tenant.query(holdsByCourse(tenant, courseId), { limit: 1 });
  const [hold] = items;
  const evaluation = await tenant.get(courseEvaluationKey(tenant, courseId), { consistent: true });
  if (evaluation?.isRequired) return [];
  const again = (subject: string, delay: number) =>
    setTimer(tenant, { kind: timer.kind, subject, dueAt: new Date(now.getTime() + delay) });
  if (!hold) return isLast ? [] : [again(`${courseId}#last`, recheckDelay)];
  const next = again(timer.subject, 0);
  const registration = await registrationById(tenant, hold.registrationId, { consistent: true });
  const item = await tenant.get(classKey(tenant, hold.classId));
  // The listing can be behind.
  if (!registration?.evaluationHold || !item) return [...removeHold(tenant, hold), next];
  const { timeZone } = await loadTenant(tenant);
  return [...(await buildReleaseChanges({ tenant, timeZone, now }, registration, item, hold)), next];
};

/** Releases what waits for the classes of a course, soon: there may be hundreds. */
export const releaseSoon = (tenant: TenantStore, courseId: string, now: Date): Change =>
  setTimer(tenant, { kind: 'evaluation-released', subject: courseId, dueAt: now });
