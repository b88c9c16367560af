// Which curriculum somebody's progress is judged by.
import type { Curriculum } from '../../courses/curriculum.ts';
import type { Progress } from './progress.ts';
import { emptyCurriculum } from './requirements.ts';

/** The present curriculum, or for who holds the award the one in the snapshot of its rules. */
export const applicableCurriculum = (
  { state, certification }: Progress,
  present: Curriculum | undefined,
): Curriculum =>
  certification && (state === 'Awarded' || state === 'InGrace')
    ? certification.rules.curriculum
    : (present ?? emptyCurriculum);
