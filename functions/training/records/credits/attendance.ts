// What attendance of a class grants: the credits of the course edition that was taught, and the completion of the
// course. Granted once however often attendance is recorded, voided when it is reverted, granted again when it is
// recorded again.
import type { Change } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { findCreditMode } from '../../classes/record/separate-seats.ts';
import { type CourseItem, courseKey } from '../../courses/course.ts';
import { courseEditions } from '../../courses/store.ts';
import type { RegistrationItem } from '../../registrations/record/registration.ts';
import type { CreditAmount } from '../../settings/types/credit-amounts.ts';
import { loadTypes } from '../../settings/types/store.ts';
import {
  defaultRetakeRule,
  type RetakeRule,
  type TrainingSettingsItem,
  trainingSettingsKey,
} from '../../training-settings.ts';
import { notifyEarnedAwards } from '../certifications/earned-awards.ts';
import { insertCompletion, markCompletionVoided } from '../completions/store.ts';
import { notifyCreditsGranted, notifyCreditsWithheld } from '../granted-credits/notification-messages.ts';
import { decideRetake, getRetakeRule } from '../granted-credits/retake.ts';
import { insertCredit, markCreditVoided } from '../granted-credits/store.ts';
import { buildCompletion, buildCredit, isNotVoided, voidRecord } from '../training-record/credit.ts';
import {
  type CompletionItem,
  type CreditItem,
  completionKey,
  creditKey,
} from '../training-record/training-record.ts';

/** An attendance that is recorded or reverted. */
export interface Attendance {
  /** The registration before this change: its history shows how often attendance was reverted. */
  readonly registration: RegistrationItem;
  readonly attendedClass: ClassItem;
  /** The tenant's (`settings.timeZone`). */
  readonly timeZone: string;
  /** The subject who records it. */
  readonly by: string;
  readonly now: Date;
  /** The credits of a class of which a part was attended; all of them without it. */
  readonly reduceCredits?: ((credits: number) => number) | undefined;
}

/** How often attendance was reverted before: each time has its own credit ids. */
const countRevertedAttendances = ({ history }: RegistrationItem): number =>
  history.filter(({ from }) => from === 'Attended').length;

const attendanceCreditId = (
  tenant: TenantStore,
  { registration }: Attendance,
  creditTypeId: string,
): string =>
  recordId(
    tenant.code,
    'credit:attendance',
    `${registration.id} ${countRevertedAttendances(registration)} ${creditTypeId}`,
  );
const attendanceCompletionId = (tenant: TenantStore, { registration }: Attendance): string =>
  recordId(
    tenant.code,
    'completion:attendance',
    `${registration.id} ${countRevertedAttendances(registration)}`,
  );

/** What a class gives: the credits of the course edition that was taught, and the rule for who takes the course again. */
async function loadClassCredits(
  tenant: TenantStore,
  { courseId, courseEdition: edition }: ClassItem,
): Promise<{ readonly classCredits: readonly CreditAmount[]; readonly retakeRule: RetakeRule }> {
  const keys: Key<CourseItem | TrainingSettingsItem>[] = [
    courseKey(tenant, courseId),
    trainingSettingsKey(tenant),
  ];
  const [course, settings] = await tenant.getMany(keys);
  if (course?.type !== 'course') return { classCredits: [], retakeRule: defaultRetakeRule };
  const isPresent = course.edition === edition;
  const [taught = course] = isPresent ? [course] : await courseEditions(tenant, course, [edition]);
  return {
    classCredits: taught.credits.filter(({ credits }) => credits > 0),
    retakeRule: getRetakeRule(course, settings?.type === 'training-settings' ? settings : {}),
  };
}

interface GrantedRecords {
  readonly credits: readonly CreditItem[];
  readonly completion: CompletionItem | undefined;
}

/** The records that this attendance has already granted. */
async function loadGrantedRecords(
  tenant: TenantStore,
  attendance: Attendance,
  classCredits: readonly CreditAmount[],
): Promise<GrantedRecords> {
  const { memberId, courseId } = attendance.registration;
  const [credits, completion] = await Promise.all([
    tenant.getMany(
      classCredits.map(({ creditTypeId }) =>
        creditKey(tenant, memberId, attendanceCreditId(tenant, attendance, creditTypeId)),
      ),
      { consistent: true },
    ),
    tenant.get(
      completionKey(tenant, memberId, { courseId, id: attendanceCompletionId(tenant, attendance) }),
      {
        consistent: true,
      },
    ),
  ]);
  return { credits: credits.filter((credit) => credit !== undefined), completion };
}

/**
 * The changes of recording an attendance: credits by type, the completion of the course, and a notification. They
 * belong in the transaction that records the attendance: two changes for each type of credit, three more, and one for
 * each award whose last requirement this is. A course that gave the person credits within its period gives none. Earned on the day the class ended, in the time zone of the class. Nothing
 * is granted twice for the same attendance.
 */
export async function buildAttendanceGrantChanges(
  tenant: TenantStore,
  attendance: Attendance,
): Promise<readonly Change[]> {
  const { registration, attendedClass, by, now } = attendance;
  const { reduceCredits = (credits) => credits } = attendance;
  const given = await loadClassCredits(tenant, attendedClass);
  const classCredits = given.classCredits
    .map((amount) => ({ ...amount, credits: reduceCredits(amount.credits) }))
    .filter(({ credits }) => credits > 0);
  const [granted, types] = await Promise.all([
    loadGrantedRecords(tenant, attendance, classCredits),
    loadTypes(
      tenant,
      classCredits.map(({ creditTypeId }) => ({ kind: 'creditType', id: creditTypeId })),
    ),
  ]);
  const shared = {
    personId: registration.memberId,
    courseId: attendedClass.courseId,
    courseName: attendedClass.courseName,
    classId: attendedClass.id,
    registrationId: registration.id,
    source: 'attendance',
  } as const;
  const attendanceMode = findCreditMode(attendedClass, registration);
  const earnedDate = toLocalDate(attendedClass.timeZone, new Date(attendedClass.endsAt));
  const taking = { courseId: attendedClass.courseId, earnedDate, registrationId: registration.id };
  const verdict = await decideRetake(
    tenant,
    registration.memberId,
    taking,
    classCredits.length === 0 ? defaultRetakeRule : given.retakeRule,
  );
  const credits = (verdict.reason === undefined ? classCredits : [])
    .map(({ creditTypeId, credits }) =>
      buildCredit(
        {
          ...shared,
          id: attendanceCreditId(tenant, attendance, creditTypeId),
          creditTypeId,
          creditTypeName: types.get(creditTypeId)?.name ?? 'Credits',
          credits,
          earnedDate,
          className: attendedClass.sectionName,
          organizationId: registration.organizationId,
          ...(attendanceMode && { attendanceMode }),
          grantedBy: by,
        },
        now,
      ),
    )
    .filter(({ id }) => !granted.credits.some((credit) => credit.id === id));
  const completion = buildCompletion(
    {
      ...shared,
      id: attendanceCompletionId(tenant, attendance),
      courseEdition: attendedClass.courseEdition,
      completedDate: earnedDate,
      recordedBy: by,
      ...(verdict.reason !== undefined && { creditsWithheld: verdict.reason }),
    },
    now,
  );
  const completions = granted.completion ? [] : [completion];
  return [
    ...credits.flatMap((credit) => insertCredit(tenant, credit)),
    ...(credits.length > 0 ? verdict.claim : []),
    ...completions.map((added) => insertCompletion(tenant, added)),
    ...(verdict.reason !== undefined && completions.length > 0
      ? [notifyCreditsWithheld(tenant, completion, registration.memberName, verdict.reason, now)]
      : []),
    ...notifyCreditsGranted(tenant, credits, registration.memberName, now),
    ...(await notifyEarnedAwards(
      tenant,
      registration.memberId,
      { credits, completions },
      { now, timeZone: attendance.timeZone },
    )),
  ];
}

/**
 * The changes of reverting an attendance: everything it granted that still counts is voided. They belong in the
 * transaction that reverts it: two changes for each type of credit, and one for the completion.
 */
export async function buildAttendanceVoidChanges(
  tenant: TenantStore,
  attendance: Attendance & { readonly reason: string },
): Promise<readonly Change[]> {
  const { attendedClass, timeZone, by, now, reason } = attendance;
  const { classCredits } = await loadClassCredits(tenant, attendedClass);
  const granted = await loadGrantedRecords(tenant, attendance, classCredits);
  const voiding = { by, reason, day: toLocalDate(timeZone, now), now };
  const { completion } = granted;
  return [
    ...granted.credits
      .filter(isNotVoided)
      .flatMap((credit) => markCreditVoided(tenant, credit, voidRecord(credit, voiding))),
    ...(completion && isNotVoided(completion)
      ? [markCompletionVoided(tenant, completion, voidRecord(completion, voiding))]
      : []),
  ];
}
