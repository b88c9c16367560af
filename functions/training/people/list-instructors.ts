// GET /api/v1/People/Instructors

import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import {
  createPicturePresenter,
  type PictureContext,
} from '../../../shared/directory/people/person-photo.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takePage } from '../../../shared/lists/page.ts';
import { sortByField } from '../../../shared/lists/sort.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import {
  classesByInstructor,
  countTaughtClasses,
  type InstructorRow,
  loadInstructors,
} from '../classes/bookings/instructor-entries.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { loadPersonRecord } from '../records/training-record/person-record.ts';
import { listInstructors } from './contract.ts';
import { certificationsInForce } from './present.ts';

interface InstructorContext extends PictureContext {
  readonly today: string;
  readonly now: Date;
}

/** Presents an instructor. Two concurrent queries. */
async function presentInstructor(
  tenant: TenantStore,
  { id, name }: InstructorRow,
  person: PersonItem | undefined,
  { today, now, presentPicture }: InstructorContext,
) {
  const [{ certifications }, classes] = await Promise.all([
    loadPersonRecord(tenant, id),
    classesByInstructor(tenant, id),
  ]);
  const taught = classes.filter(({ isCancelled }) => !isCancelled);
  const classesTaught = countTaughtClasses(taught, now);
  const courses = new Map(taught.map((taughtClass) => [taughtClass.courseId, taughtClass.courseName]));
  return {
    id,
    name: person ? displayName(person) : name,
    title: person?.title,
    organizationName: person?.organizationName,
    imageThumbUrl: presentPicture(person) ?? undefined,
    certifications: certificationsInForce(certifications, today),
    classesTaught,
    classesAhead: taught.length - classesTaught,
    courses: [...courses].map(([courseId, courseName]) => ({ id: courseId, name: courseName })),
  };
}

// The short rows of all instructors are read to sort them, about forty to a read unit. Details are read only for the
// page, about two read units for each instructor.
export const handler = lambda(listInstructors, async (request) => {
  const { query, tenant, settings, now, receivedAt, url } = request;
  const all = sortByField(await loadInstructors(tenant), 'name', query.sortDirection);
  const rows = takePage(all, query);
  const people = await peopleById(
    tenant,
    rows.map(({ id }) => id),
  );
  const context = {
    today: toLocalDate(settings.timeZone, now),
    now,
    presentPicture: createPicturePresenter(tenant, receivedAt),
  };
  const page = await Promise.all(
    rows.map((row, index) => presentInstructor(tenant, row, people[index], context)),
  );
  return ok(page, { headers: buildPageHeaders(url('/api/v1/People/Instructors'), query, all.length) });
});
