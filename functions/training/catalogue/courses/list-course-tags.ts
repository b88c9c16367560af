// GET /api/v1/Public/Course/GetAllCourseTags/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { courseEntries } from '../../courses/store.ts';
import { endOfPastDay } from '../../time/days.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { listCourseTags } from './contract.ts';
import { sortDistinct } from './filter-data.ts';

// Reads every catalogue entry, about 25 per read unit; clients call it once when they open a page with filters.
export const handler = lambda(listCourseTags, async ({ tenant, params, settings, now }) => {
  const catalogue = activeCatalogue(courseEntries(tenant));
  const courses = await catalogue.listEntriesUpTo(endOfPastDay(params.date, settings.timeZone, now));
  return ok(sortDistinct(courses.flatMap(({ tags }) => tags)).map((tagName) => ({ tagName })));
});
