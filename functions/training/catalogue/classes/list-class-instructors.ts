// GET /api/v1/Public/Class/GetAllClassInstructors/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { byText } from '../courses/filter-data.ts';
import { listClassInstructors } from './contract.ts';
import { classesOnDay } from './filter-data.ts';

export const handler = lambda(listClassInstructors, async (asked) => {
  const all = (await classesOnDay(asked)).flatMap(({ instructors }) => instructors);
  const people = [
    ...new Map(all.map(({ personId, name }) => [personId, { id: personId, fullName: name }])).values(),
  ];
  return ok(byText(people, ({ fullName }) => fullName));
});
