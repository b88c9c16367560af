// GET /api/v1/Public/ClassColumnList
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listClassColumns } from './contract.ts';

const columns = [
  { id: 'sectionName', name: 'Class', isSortable: true },
  { id: 'courseName', name: 'Course', isSortable: true },
  { id: 'objectType', name: 'Type', isSortable: false },
  { id: 'startDate', name: 'Begins', isSortable: true },
  { id: 'endDate', name: 'Ends', isSortable: true },
  { id: 'creditHours', name: 'Credit hours', isSortable: true },
  { id: 'classInstructors', name: 'Instructors', isSortable: false },
  { id: 'locationType', name: 'Where', isSortable: false },
  { id: 'classState', name: 'State', isSortable: false },
  { id: 'registrationState', name: 'Registration', isSortable: false },
  { id: 'classTag', name: 'Tags', isSortable: false },
] as const;

export const handler = lambda(listClassColumns, () => ok(columns));
