// Progress as the interface shows it: states, numbers and names.
import { shownCertification } from '../certifications/present.ts';
import {
  courseName,
  creditTypeName,
  electivesLeft,
  missingCourses,
  missingInWords,
  type Names,
} from './missing.ts';
import { type Progress, stateCodes } from './progress.ts';
import type { CreditsAsked } from './requirements.ts';

/** The award whose progress is shown. */
interface AwardNamed {
  readonly id: string;
  readonly name: string;
}

/** Credits that are asked for, with the names of their types. */
export const shownCredits = (credits: readonly CreditsAsked[], names: Names) =>
  credits.map(({ creditTypeId, needed, earned, missing }) => ({
    creditTypeId,
    creditType: creditTypeName(names, creditTypeId),
    needed,
    earned,
    missing,
  }));

const shownCourse = (names: Names) => (id: string) => ({ id, name: courseName(names, id) });

/** Where somebody stands with an award, with what is asked for and what is missing. */
export function shownProgress(award: AwardNamed, progress: Progress, names: Names, today: string) {
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
    ...(certification && { certification: shownCertification(certification, today) }),
    requirements: {
      courses: requirements.courses.map(({ courseId, isElective, completedDate }) => ({
        ...shownCourse(names)(courseId),
        isElective,
        isCompleted: completedDate !== undefined,
        completedDate,
      })),
      electivesNeeded: requirements.electivesNeeded,
      credits: shownCredits(requirements.credits, names),
    },
    missing: {
      courses: missingCourses(requirements).map(shownCourse(names)),
      electives: requirements.electivesMissing,
      electivesToChooseFrom: electivesLeft(requirements).map(shownCourse(names)),
      credits: shownCredits(
        requirements.credits.filter(({ missing }) => missing > 0),
        names,
      ),
      inWords: missingInWords(requirements, names),
    },
    ...(renewal && { renewal: { ...renewal, credits: shownCredits(renewal.credits, names) } }),
  };
}
