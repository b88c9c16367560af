// GET /api/v1/Public/Class/GetAllClassInstructors/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { sortByText } from '../courses/filter-data.ts';
import { listClassInstructors } from './contract.ts';
import { listClassesOnDay } from './filter-data.ts';

export const handler = lambda(listClassInstructors, async (context) => {
  const all = (await listClassesOnDay(context)).flatMap(({ instructors }) => instructors);
  const people = [
    ...new Map(all.map(({ personId, name }) => [personId, { id: personId, fullName: name }])).values(),
  ];
  return ok(sortByText(people, ({ fullName }) => fullName));
});
