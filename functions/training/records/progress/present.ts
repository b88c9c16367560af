// Presents progress: states, numbers and names.
import { pick } from '../../../../shared/values/pick.ts';
import { presentCertification } from '../training-record/present-certification.ts';
import type { EvaluationHoldItem } from '../training-record/training-record.ts';
import { type Progress, type Renewal, stateCodes } from './progress.ts';
import type { CreditRulesResult } from './requirements/credit-rules.ts';
import { describeCreditRules } from './requirements/describe-credit-rules.ts';
import {
  describeMissing,
  describeMissingForRenewal,
  missingCourses,
  remainingElectives,
} from './requirements/missing.ts';
import { courseName, creditTypeName, type Names } from './requirements/requirement-names.ts';
import type { CourseRequirement, CreditRequirement } from './requirements/requirements.ts';

/** The award of the progress. */
interface NamedAward {
  readonly id: string;
  readonly name: string;
}

/** Credit requirements with the names of their types. */
export const presentCreditRequirements = (credits: readonly CreditRequirement[], names: Names) =>
  credits.map(({ creditTypeId, needed, earned, missing }) => ({
    creditTypeId,
    creditType: creditTypeName(names, creditTypeId),
    needed,
    earned,
    missing,
  }));

const presentCourse = (names: Names) => (id: string) => ({ id, name: courseName(names, id) });

const presentCourseRequirements = (courses: readonly CourseRequirement[], names: Names) =>
  courses.map(({ courseId, isElective, completedDate }) => ({
    ...presentCourse(names)(courseId),
    isElective,
    isCompleted: completedDate !== undefined,
    completedDate,
  }));

/** The credit rules with their figures; absent where there are none. */
const presentCreditRules = (result: CreditRulesResult | undefined, names: Names) =>
  result && { creditRules: describeCreditRules(result, names).map((rule) => ({ ...rule })) };

/** A renewal with the names of what it requires. */
const presentRenewal = (renewal: Renewal, names: Names) => ({
  ...pick(renewal, ['opensOn', 'closesOn', 'isOpen', 'isReady']),
  credits: presentCreditRequirements(renewal.credits, names),
  courses: presentCourseRequirements(renewal.courses, names),
  ...presentCreditRules(renewal.creditRules, names),
  missing: describeMissingForRenewal(renewal, names),
});

/** A person's progress towards an award, with the requirements and what is missing. */
export function presentProgress(
  award: NamedAward,
  progress: Progress,
  names: Names,
  today: string,
  waiting: readonly EvaluationHoldItem[] = [],
) {
  const { state, percent, requirements, registration, certification, renewal } = progress;
  return {
    awardId: award.id,
    awardName: award.name,
    state,
    statusCode: stateCodes[state],
    percent,
    isInGrace: state === 'InGrace',
    ...(registration && {
      registration: {
        id: registration.id,
        status: registration.status,
        registeredDate: registration.registeredDate,
      },
    }),
    ...(certification && { certification: presentCertification(certification, today) }),
    requirements: {
      courses: presentCourseRequirements(requirements.courses, names),
      electivesNeeded: requirements.electivesNeeded,
      credits: presentCreditRequirements(requirements.credits, names),
      ...presentCreditRules(requirements.creditRules, names),
    },
    missing: {
      courses: missingCourses(requirements).map(presentCourse(names)),
      electives: requirements.electivesMissing,
      electivesToChooseFrom: remainingElectives(requirements).map(presentCourse(names)),
      credits: presentCreditRequirements(
        requirements.credits.filter(({ missing }) => missing > 0),
        names,
      ),
      evaluations: waiting.map((hold) => pick(hold, ['classId', 'className', 'courseId', 'answerBy'])),
      inWords: describeMissing(requirements, names),
    },
    ...(renewal && { renewal: presentRenewal(renewal, names) }),
  };
}
