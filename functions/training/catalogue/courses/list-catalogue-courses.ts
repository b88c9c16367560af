// POST /api/v1/Public/CoursePagingList
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { courseTypeReferences } from '../../courses/course.ts';
import { searchCourses } from '../../courses/search-courses.ts';
import { coursesById } from '../../courses/store.ts';
import { loadTypes } from '../../settings/types/store.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { loadCataloguePage } from '../entries/page.ts';
import { loadCatalogueFilter } from './catalogue-filter.ts';
import { listCatalogueCourses } from './contract.ts';
import { currentClasses, groupRecentClassesByCourse } from './current-classes.ts';
import { presentCatalogueCourse } from './present.ts';

export const handler = lambda(listCatalogueCourses, async ({ body, tenant, settings, now, receivedAt }) => {
  const { items, total } = await loadCataloguePage(
    activeCatalogue(searchCourses(tenant, body.filterBody.searchText)),
    toPageRequest(body),
    await loadCatalogueFilter(tenant, body.filterBody, settings.timeZone, now),
  );
  const courses = await coursesById(
    tenant,
    items.map(({ id }) => id),
  );
  const [types, people, classes] = await Promise.all([
    loadTypes(tenant, courses.flatMap(courseTypeReferences)),
    peopleById(
      tenant,
      courses.flatMap(({ certifiedInstructorIds }) => certifiedInstructorIds),
    ),
    groupRecentClassesByCourse(
      tenant,
      courses.map(({ id }) => id),
      now,
    ),
  ]);
  const instructorsById = new Map(people.flatMap((person) => (person ? [[person.id, person]] : [])));
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  const views = courses.map((course) =>
    presentCatalogueCourse(
      course,
      currentClasses(classes.get(course.id) ?? [], now),
      types,
      instructorsById,
      presentPicture,
    ),
  );
  return ok(presentPage(views, total));
});
