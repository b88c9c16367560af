import { expect, it } from 'vitest';
import type { EvaluationHoldItem } from '../training-record/training-record.ts';
import type { Requirements } from './requirements/requirements.ts';
import { describeWaiting, selectWaiting } from './waiting.ts';

const hold = (courseId: string, creditTypeId: string): EvaluationHoldItem => ({
  ...{ type: 'evaluation-hold', personId: 'p', registrationId: 'r', classId: 'c', className: 'Budgets, May' },
  ...{ courseId, creditTypeIds: [creditTypeId], answerBy: '2027-06-01T00:00:00.000Z' },
});
const requirements: Requirements = {
  courses: [
    { courseId: 'open', isElective: false },
    { courseId: 'done', isElective: false, completedDate: '2027-01-01' },
    { courseId: 'elective', isElective: true },
  ],
  ...{ electivesNeeded: 1, electivesMissing: 1, percent: 50, isComplete: false },
  credits: [
    { creditTypeId: 'general', needed: 4, earned: 4, missing: 0 },
    { creditTypeId: 'ethics', needed: 2, earned: 1, missing: 1 },
  ],
};

it('what waits is told of an award where its course or its credits are missing', () => {
  const holds = [
    hold('open', 'other'),
    hold('elective', 'other'),
    hold('other', 'ethics'),
    hold('done', 'general'),
  ];
  expect(selectWaiting(holds, { requirements, renewal: undefined })).toEqual(holds.slice(0, 3));
  expect(describeWaiting(holds.slice(0, 1))).toBe(' Budgets, May counts once its evaluation is answered.');
  expect(describeWaiting([])).toBe('');
});
