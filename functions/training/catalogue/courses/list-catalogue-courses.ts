// POST /api/v1/Public/CoursePagingList
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { typesOfCourse } from '../../courses/course.ts';
import { courseEntries, coursesById } from '../../courses/store.ts';
import { pageWanted, presentPage } from '../../list-body.ts';
import { typesUsed } from '../../settings/types/store.ts';
import { offeredCatalogue } from '../entries.ts';
import { pageOfCatalogue } from '../page.ts';
import { listCatalogueCourses } from './contract.ts';
import { classesOfEach, notOver } from './current-classes.ts';
import { narrowing } from './catalogue-filter.ts';
import { presentCatalogueCourse } from './present.ts';

export const handler = lambda(listCatalogueCourses, async ({ body, tenant, settings, now }) => {
  const { items, total } = await pageOfCatalogue(
    offeredCatalogue(courseEntries(tenant)),
    pageWanted(body),
    await narrowing(tenant, body.filterBody, settings.timeZone, now),
  );
  const courses = await coursesById(
    tenant,
    items.map(({ id }) => id),
  );
  const [types, people, classes] = await Promise.all([
    typesUsed(tenant, courses.flatMap(typesOfCourse)),
    peopleById(
      tenant,
      courses.flatMap(({ certifiedInstructorIds }) => certifiedInstructorIds),
    ),
    classesOfEach(
      tenant,
      courses.map(({ id }) => id),
      now,
    ),
  ]);
  const named = new Map(people.flatMap((person) => (person ? [[person.id, person]] : [])));
  const listed = courses.map((course) =>
    presentCatalogueCourse(course, notOver(classes.get(course.id) ?? [], now), types, named),
  );
  return ok(presentPage(listed, total));
});
