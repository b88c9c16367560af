// Presents evaluations.
import { pick } from '../../../shared/values/pick.ts';
import type { CourseEvaluationItem, EvaluationQuestion } from './record/evaluation.ts';

export const presentQuestion = ({ options, ...question }: EvaluationQuestion) => ({
  ...pick(question, ['id', 'kind', 'text', 'isRequired', 'maxLength']),
  ...(options && { options: [...options] }),
});

export const presentCourseEvaluation = (item: CourseEvaluationItem) => ({
  courseId: item.courseId,
  questions: item.questions.map(presentQuestion),
  ...pick(item, ['isAnonymous', 'isRequired', 'closesAfterDays', 'minimumAnswers', 'reminderDays']),
  ...pick(item, ['createdDate', 'modifiedDate']),
});
