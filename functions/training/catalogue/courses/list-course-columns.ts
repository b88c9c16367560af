// GET /api/v1/Public/CourseColumnList
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listCourseColumns } from './contract.ts';

const columns = [
  { id: 'courseName', name: 'Course', isSortable: true },
  { id: 'objectType', name: 'Type', isSortable: false },
  { id: 'creditHours', name: 'Credit hours', isSortable: true },
  { id: 'courseInstructorsCount', name: 'Instructors', isSortable: false },
  { id: 'courseClassesCount', name: 'Classes', isSortable: false },
  { id: 'courseTags', name: 'Tags', isSortable: false },
] as const;

export const handler = lambda(listCourseColumns, () => ok(columns));
