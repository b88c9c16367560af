// POST /api/v1/CourseReport/CourseCreditPagingList

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { classesById } from '../../classes/record/store.ts';
import { coursesById } from '../../courses/store.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import { isWithin } from '../definition/period.ts';
import { listCourseCredits } from './contract.ts';
import { groupByCourse, presentCourseCredits } from './course-credits.ts';
import { parseFilterRules } from './filter-rules.ts';

// All credits of the person are read for every page, because the totals include all of them.
export const handler = lambda(listCourseCredits, async ({ body, tenant, caller }) => {
  const { groupById, filterRules, searchText, selectedDate, startDate, endDate } = body.filterBody;
  assertMayActFor(caller, groupById, 'training.reports.read');
  const { courseIds } = parseFilterRules(filterRules);
  const period = { from: startDate, to: endDate };
  const [person, { credits }] = await Promise.all([
    personById(tenant, groupById),
    loadPersonRecord(tenant, groupById),
  ]);
  if (!person) {
    const message = `There is no person with the id ${groupById}.`;
    throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'filterBody.groupById' }]);
  }
  const matching = credits.filter(
    ({ voidedDate, earnedDate, courseId = '' }) =>
      voidedDate === undefined &&
      isWithin(earnedDate, period) &&
      (selectedDate === undefined || earnedDate <= selectedDate) &&
      (courseIds.length === 0 || courseIds.includes(courseId)),
  );
  const ids = [...new Set(matching.flatMap(({ courseId }) => (courseId === undefined ? [] : [courseId])))];
  const courses = new Map((await coursesById(tenant, ids)).map((course) => [course.id, course]));
  const searched = foldForSort(searchText ?? '');
  const rows = groupByCourse(matching, courses).filter(({ name }) => foldForSort(name).includes(searched));
  const request = toPageRequest(body);
  const page = takePage(sortByField(rows, request.sortBy, request.sortDirection), request);
  const classIds = [...new Set(page.flatMap((row) => row.classIds))];
  const classes = new Map(
    (await classesById(tenant, classIds)).map((classItem) => [classItem.id, classItem]),
  );
  return ok({
    ...presentPage(
      page.map((row) => presentCourseCredits(row, classes)),
      rows.length,
    ),
    grantedCredits: sumAmounts(rows.map(({ grantedCredits }) => grantedCredits)),
    totalCredit: sumAmounts(rows.map(({ totalCredit }) => totalCredit)),
  });
});
