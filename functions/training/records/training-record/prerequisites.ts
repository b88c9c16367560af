// Which prerequisites of an award the record of a person does not show (docs/interface/training.md#prerequisites).
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Prerequisite } from '../../awards/record/award-record.ts';
import { isHeld } from './certification-status.ts';
import { isNotVoided } from './credit.ts';
import type { PersonRecord } from './person-record.ts';

/**
 * The courses that are not completed and the awards that are not held. Experience is in no record.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export const listMissingPrerequisites = (
  prerequisites: readonly Prerequisite[],
  { completions, certifications }: Pick<PersonRecord, 'completions' | 'certifications'>,
  today: string,
): readonly Prerequisite[] =>
  prerequisites.filter(({ type, id }) =>
    type === 'Course'
      ? !completions.some((completion) => completion.courseId === id && isNotVoided(completion))
      : type === 'Award' &&
        !certifications.some((certification) => certification.awardId === id && isHeld(certification, today)),
  );

/** What to do about a missing prerequisite. */
export const describePrerequisite = ({ type, name }: Prerequisite): ErrorDetail => ({
  code: 'NOT_ALLOWED',
  message: type === 'Course' ? `Complete the course ${name} first.` : `Earn the award ${name} first.`,
  target: 'prerequisites',
});
