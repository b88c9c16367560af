// The completion that a course elsewhere leads to: with the credits of the course, and what was reported as its evidence.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { CourseItem } from '../../courses/course.ts';
import { notifyEarnedAwards } from '../../records/certifications/earned-awards.ts';
import { insertCompletion, markCompletionVoided } from '../../records/completions/store.ts';
import {
  notifyCreditsGranted,
  notifyCreditsWithheld,
} from '../../records/granted-credits/notification-messages.ts';
import { decideRetake, getRetakeRule } from '../../records/granted-credits/retake.ts';
import { insertCredit, markCreditVoided } from '../../records/granted-credits/store.ts';
import {
  buildCompletion,
  buildCredit,
  isNotVoided,
  voidRecord,
} from '../../records/training-record/credit.ts';
import {
  completionKey,
  creditKey,
  type ExternalEvidence,
} from '../../records/training-record/training-record.ts';
import { loadTypes } from '../../settings/types/store.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import type { EnrollmentItem } from './enrollment.ts';

/** Who has recorded what a course elsewhere reports. */
const RECORDER = 'external-course';

/** What completes a course elsewhere. */
export interface ExternalCompletion {
  readonly enrollment: Pick<EnrollmentItem, 'personId' | 'courseId' | 'createdDate'>;
  readonly person: PersonItem;
  readonly course: CourseItem;
  readonly grantsCredits: boolean;
  readonly evidence: readonly ExternalEvidence[];
  /** The tenant's (`settings.timeZone`). */
  readonly timeZone: string;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * When the course was completed: as the course says, but not before the enrollment and not in the future, whatever its clock
 * says.
 */
export function findCompletionMoment(
  evidence: readonly Pick<ExternalEvidence, 'timestamp'>[],
  { createdDate }: Pick<EnrollmentItem, 'createdDate'>,
  now: Date,
): Date {
  const latest = Math.max(...evidence.map(({ timestamp }) => Date.parse(timestamp)), Date.parse(createdDate));
  return new Date(Math.min(latest, now.getTime()));
}

/**
 * The changes of a completion, and what it grants: they belong in the transaction that records the statement. A course that
 * gave the person credits within its period gives none: the completion says why, and the person is notified.
 */
export async function buildExternalCompletion(tenant: TenantStore, completed: ExternalCompletion) {
  const { enrollment, person, course, grantsCredits, evidence, timeZone, now, newId } = completed;
  const { personId } = enrollment;
  const earnedDate = toLocalDate(timeZone, findCompletionMoment(evidence, enrollment, now));
  const amounts = grantsCredits ? course.credits.filter(({ credits }) => credits > 0) : [];
  const [types, settings] = await Promise.all([
    loadTypes(
      tenant,
      amounts.map(({ creditTypeId }) => ({ kind: 'creditType', id: creditTypeId })),
    ),
    loadTrainingSettings(tenant),
  ]);
  const taking = {
    courseId: course.id,
    earnedDate,
    creditTypeIds: amounts.map(({ creditTypeId }) => creditTypeId),
  };
  const verdict =
    amounts.length === 0
      ? { claim: [] }
      : await decideRetake(tenant, personId, taking, getRetakeRule(course, settings));
  const shared = { personId, courseId: course.id, courseName: course.name, source: 'external' } as const;
  const completion = buildCompletion(
    {
      ...shared,
      id: newId(),
      courseEdition: course.edition,
      completedDate: earnedDate,
      evidence,
      recordedBy: RECORDER,
      ...(verdict.reason !== undefined && { creditsWithheld: verdict.reason }),
    },
    now,
  );
  const credits = (verdict.reason === undefined ? amounts : []).map(({ creditTypeId, credits: amount }) =>
    buildCredit(
      {
        ...shared,
        id: newId(),
        creditTypeId,
        creditTypeName: types.get(creditTypeId)?.name ?? 'Credits',
        credits: amount,
        earnedDate,
        organizationId: person.organizationId,
        grantedBy: RECORDER,
      },
      now,
    ),
  );
  const name = displayName(person);
  const changes: readonly Change[] = [
    insertCompletion(tenant, completion),
    ...credits.flatMap((credit) => insertCredit(tenant, credit)),
    ...(credits.length > 0 ? verdict.claim : []),
    ...(verdict.reason === undefined
      ? []
      : [notifyCreditsWithheld(tenant, completion, name, verdict.reason, now)]),
    ...notifyCreditsGranted(tenant, credits, name, now),
    ...(await notifyEarnedAwards(
      tenant,
      personId,
      { credits, completions: [completion] },
      { now, timeZone },
    )),
  ];
  return { changes, granted: { completionId: completion.id, creditIds: credits.map(({ id }) => id) } };
}

/** The changes that void what a completion granted, as far as it still counts. One round trip. */
export async function buildExternalVoid(
  tenant: TenantStore,
  { personId, courseId, granted }: Pick<EnrollmentItem, 'personId' | 'courseId' | 'granted'>,
  { reason, timeZone, now }: { readonly reason: string; readonly timeZone: string; readonly now: Date },
): Promise<Change[]> {
  if (!granted) return [];
  const [completion, credits] = await Promise.all([
    tenant.get(completionKey(tenant, personId, { courseId, id: granted.completionId }), { consistent: true }),
    tenant.getMany(
      granted.creditIds.map((id) => creditKey(tenant, personId, id)),
      { consistent: true },
    ),
  ]);
  const voiding = { by: RECORDER, reason, day: toLocalDate(timeZone, now), now };
  return [
    ...(completion && isNotVoided(completion)
      ? [markCompletionVoided(tenant, completion, voidRecord(completion, voiding))]
      : []),
    ...credits.flatMap((credit) =>
      credit && isNotVoided(credit) ? markCreditVoided(tenant, credit, voidRecord(credit, voiding)) : [],
    ),
  ];
}
