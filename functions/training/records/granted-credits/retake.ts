// The rule against taking a course twice for credit within a period (docs/interface/training.md#taking-a-course-again). A course
// has its own, or that of the tenant.
import { type Change, insert } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { addMonths } from '../../../../shared/time/calendar-day.ts';
import type { CourseItem } from '../../courses/course.ts';
import {
  defaultRetakeRule,
  loadTrainingSettings,
  type RetakeRule,
  type TrainingSettingsItem,
} from '../../training-settings.ts';
import { isNotVoided } from '../training-record/credit.ts';
import { type CreditItem, recordSortPrefixes, trainingRecord } from '../training-record/training-record.ts';

/** The rule of a course. */
export const getRetakeRule = (
  course: Pick<CourseItem, 'retakeMonths' | 'retakeRegistration'> | undefined,
  { retake = defaultRetakeRule }: Pick<TrainingSettingsItem, 'retake'>,
): RetakeRule => ({
  months: course?.retakeMonths ?? retake.months,
  registration: course?.retakeRegistration ?? retake.registration,
});

/** Credits of a course that are about to be granted. */
export interface CourseTaking {
  readonly courseId: string;
  readonly earnedDate: string;
  /** Absent when nobody knows them yet: then credits of the same day count too. */
  readonly creditTypeIds?: readonly string[] | undefined;
  /** The registration that earned them: its own credits are of the same taking. */
  readonly registrationId?: string | undefined;
}

const isWithinMonths = (a: string, b: string, months: number): boolean => {
  const [first, second] = a < b ? [a, b] : [b, a];
  return second < addMonths(first, { months });
};

/**
 * The latest credits that the same course gave within the period before or after; undefined when the taking counts. Credits
 * of other types that were earned on the same day belong to the same taking.
 */
export function findEarlierTaking(
  credits: readonly CreditItem[],
  { courseId, earnedDate, creditTypeIds, registrationId }: CourseTaking,
  { months }: RetakeRule,
): CreditItem | undefined {
  const isOfSameTaking = (credit: CreditItem): boolean =>
    (registrationId !== undefined && credit.registrationId === registrationId) ||
    (credit.earnedDate === earnedDate && creditTypeIds?.includes(credit.creditTypeId) === false);
  return credits
    .filter((credit) => credit.courseId === courseId && isNotVoided(credit) && !isOfSameTaking(credit))
    .filter((credit) => isWithinMonths(credit.earnedDate, earnedDate, months))
    .sort((a, b) => (a.earnedDate < b.earnedDate ? 1 : -1))[0];
}

/** Why a course gives no credits again, and from when it does. */
export const describeEarlierTaking = (
  { courseName = 'The course', earnedDate }: CreditItem,
  { months }: RetakeRule,
): string =>
  `${courseName} gave credits for ${earnedDate}; it gives none again within ${months} ${months === 1 ? 'month' : 'months'}, until ${addMonths(earnedDate, { months })}.`;

/** All credits of a person, voided ones too, read consistently: about ten per read unit. */
export const loadCredits = (tenant: TenantStore, personId: string): Promise<CreditItem[]> =>
  tenant.queryAll(trainingRecord<CreditItem>(tenant, personId), {
    beginsWith: recordSortPrefixes.credit,
    consistent: true,
  });

/** What the rule says about credits that are about to be granted. */
export interface RetakeVerdict {
  /** Why they are not granted. */
  readonly reason?: string | undefined;
  /** Decides between two that are granted at once: part of the transaction that grants them. */
  readonly claim: readonly Change[];
}

/** So that of two grants at once, the second is decided again: each has the number of the credits that it has seen. */
const claimTaking = (tenant: TenantStore, personId: string, courseId: string, seen: number): Change =>
  insert(
    tenant.key<{ readonly type: 'course-credit-claim' }>(
      `COURSE-CREDIT#${personId}#${courseId}`,
      `CLAIM#${seen}`,
    ),
    { type: 'course-credit-claim' },
  );

/**
 * Decides whether a person takes a course again too early. One query, and only where the course has a rule.
 *
 * @param assumed credits of the same dry run, which are not stored
 */
export async function decideRetake(
  tenant: TenantStore,
  personId: string,
  taking: CourseTaking,
  rule: RetakeRule,
  assumed: readonly CreditItem[] = [],
): Promise<RetakeVerdict> {
  if (rule.months === 0) return { claim: [] };
  const credits = [...(await loadCredits(tenant, personId)), ...assumed];
  const earlier = findEarlierTaking(credits, taking, rule);
  const seen = credits.filter(({ courseId }) => courseId === taking.courseId).length;
  return {
    reason: earlier && describeEarlierTaking(earlier, rule),
    claim: [claimTaking(tenant, personId, taking.courseId, seen)],
  };
}

/** The detail of a refusal. */
const retakeFault = (reason: string): ErrorDetail => ({
  code: 'TAKEN_RECENTLY',
  message: `${reason} An administrator can grant them with override and a reason.`,
  target: 'courseId',
});

/** Credits that may be granted, with what decides between two grants at once. */
interface GrantedTaking {
  readonly credits: readonly CreditItem[];
  readonly claim: readonly Change[];
}

/**
 * Applies the rule of the course to credits of one person that somebody grants together. Reads nothing for credits without a course.
 *
 * @param override why they are granted nevertheless
 * @throws Failure 422 NOT_ELIGIBLE when the course gave the person credits within its period
 */
export async function applyRetakeRule(
  tenant: TenantStore,
  credits: readonly CreditItem[],
  course: CourseItem | undefined,
  { override, assumed }: { readonly override?: string | undefined; readonly assumed?: readonly CreditItem[] },
): Promise<GrantedTaking> {
  const [first] = credits;
  if (!course || !first) return { credits, claim: [] };
  const rule = getRetakeRule(course, await loadTrainingSettings(tenant));
  const taking = {
    courseId: course.id,
    earnedDate: first.earnedDate,
    creditTypeIds: credits.map(({ creditTypeId }) => creditTypeId),
  };
  const { reason, claim } = await decideRetake(tenant, first.personId, taking, rule, assumed);
  if (reason === undefined) return { credits, claim };
  if (override === undefined) {
    const fault = retakeFault(reason);
    throw new Failure('NOT_ELIGIBLE', fault.message, { target: fault.target, details: [fault] });
  }
  return { credits: credits.map((credit) => ({ ...credit, overrideReason: override })), claim };
}
