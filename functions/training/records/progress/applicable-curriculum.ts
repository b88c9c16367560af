// The curriculum that a person's progress is evaluated by.
import { type Curriculum, emptyCurriculum } from '../../awards/record/curriculum-record.ts';
import { selectCurrentRules } from '../training-record/certification.ts';
import type { Progress } from './progress.ts';

/** The current curriculum, or for holders of the award the one in the rules that hold for their certification. */
export const applicableCurriculum = (
  { state, certification }: Progress,
  current: Curriculum | undefined,
): Curriculum =>
  certification && (state === 'Awarded' || state === 'InGrace')
    ? selectCurrentRules(certification).curriculum
    : (current ?? emptyCurriculum);
