// Whether a person can be awarded an award as of a day: the registration, the prerequisites, the requirements, and the day itself
// (docs/interface/training.md#certification-dates).

import type { ErrorDetail } from '../../../../../shared/errors/failure.ts';
import type { AwardItem, Prerequisite } from '../../../awards/record/award-record.ts';
import type { Curriculum } from '../../../awards/record/curriculum-record.ts';
import type { Progress } from '../../progress/progress.ts';
import { validateRequirements } from '../../progress/requirements/missing.ts';
import type { Names } from '../../progress/requirements/requirement-names.ts';
import {
  type Evidence,
  evaluateRequirements,
  findDayOfCompletion,
  selectEvidenceUntil,
} from '../../progress/requirements/requirements.ts';
import type { AwardRegistrationItem } from '../../training-record/certification.ts';
import { describePrerequisite } from '../../training-record/prerequisites.ts';
import { notEligible } from './awarding.ts';

/** What awarding is judged by. */
export interface AwardingCase {
  readonly award: Pick<AwardItem, 'name'>;
  /** The prerequisites of the award that the person's record does not show today. */
  readonly missingPrerequisites: readonly Prerequisite[];
  readonly curriculum: Curriculum;
  readonly evidence: Evidence;
  /** The progress of today. */
  readonly progress: Progress;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly awardedDate: string;
}

const validateRegistration = (registration: AwardRegistrationItem | undefined): ErrorDetail[] => {
  if (registration?.status === 'Active') return [];
  const message =
    registration?.status === 'PendingApproval'
      ? 'The registration for the award is waiting for approval.'
      : 'There is no registration for the award; credits count from the day of registration.';
  return [{ code: 'NOT_ALLOWED', message, target: 'requirements.registration' }];
};

/** The day must not be before the evidence. Checked only when the requirements are met today. */
function validateAwardedDate({ curriculum, evidence, progress, awardedDate }: AwardingCase): ErrorDetail[] {
  const { registration } = progress;
  if (!registration) return [];
  const metOn = findDayOfCompletion(curriculum, evidence, registration.registeredDate);
  if (awardedDate >= metOn) return [];
  const message = `completedDate must not be before ${metOn}, the day on which the last requirement was met, but was ${awardedDate}.`;
  return [{ code: 'OUT_OF_RANGE', message, target: 'completedDate' }];
}

/** Those that were not waived when the person was registered. */
const validatePrerequisites = ({ missingPrerequisites, progress }: AwardingCase): ErrorDetail[] => {
  const waived = progress.registration?.waivedPrerequisiteIds ?? [];
  return missingPrerequisites.filter(({ id }) => !waived.includes(id)).map(describePrerequisite);
};

const validateToday = (awarding: AwardingCase, names: Names): ErrorDetail[] => [
  ...validateRegistration(awarding.progress.registration),
  ...validatePrerequisites(awarding),
  ...validateRequirements(awarding.progress.requirements, names),
];

/**
 * The registration and all requirements must be complete, on the day of the award already; the error lists everything
 * that is missing.
 * @throws Failure 422 NOT_ELIGIBLE
 */
export function assertMayBeAwarded(awarding: AwardingCase, names: Names): void {
  const { award, awardedDate } = awarding;
  const missing = validateToday(awarding, names);
  const details = missing.length > 0 ? missing : validateAwardedDate(awarding);
  if (details.length === 0) return;
  const when = missing.length > 0 ? 'yet' : `as of ${awardedDate} without an override`;
  throw notEligible(
    `${award.name} can't be awarded ${when}: ${details.map(({ message }) => message).join(' ')}`,
    details,
  );
}

/** What an override waives: everything that was missing on the day of the award, one sentence each. */
export function describeWaived(awarding: AwardingCase, names: Names): string[] {
  const { curriculum, evidence, progress, awardedDate } = awarding;
  const { registration } = progress;
  const onThatDay = evaluateRequirements(curriculum, selectEvidenceUntil(evidence, awardedDate), {
    startDate: registration?.status === 'Active' ? registration.registeredDate : undefined,
  });
  const missing = [
    ...validateRegistration(registration),
    ...validatePrerequisites(awarding),
    ...validateRequirements(onThatDay, names),
  ];
  const details = [
    ...missing,
    ...(validateToday(awarding, names).length === 0 ? validateAwardedDate(awarding) : []),
  ];
  return details.map(({ message }) => message);
}
