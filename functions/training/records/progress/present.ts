// Presents progress: states, numbers and names.
import { presentCertification } from '../training-record/present-certification.ts';
import {
  courseName,
  creditTypeName,
  describeMissing,
  missingCourses,
  type Names,
  remainingElectives,
} from './missing.ts';
import { type Progress, stateCodes } from './progress.ts';
import type { CreditRequirement } from './requirements.ts';

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

/** A person's progress towards an award, with the requirements and what is missing. */
export function presentProgress(award: NamedAward, progress: Progress, names: Names, today: string) {
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
      courses: requirements.courses.map(({ courseId, isElective, completedDate }) => ({
        ...presentCourse(names)(courseId),
        isElective,
        isCompleted: completedDate !== undefined,
        completedDate,
      })),
      electivesNeeded: requirements.electivesNeeded,
      credits: presentCreditRequirements(requirements.credits, names),
    },
    missing: {
      courses: missingCourses(requirements).map(presentCourse(names)),
      electives: requirements.electivesMissing,
      electivesToChooseFrom: remainingElectives(requirements).map(presentCourse(names)),
      credits: presentCreditRequirements(
        requirements.credits.filter(({ missing }) => missing > 0),
        names,
      ),
      inWords: describeMissing(requirements, names),
    },
    ...(renewal && { renewal: { ...renewal, credits: presentCreditRequirements(renewal.credits, names) } }),
  };
}
