// POST /api/v1/Public/Course/FilteredRecordCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { searchCourses } from '../../courses/search-courses.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { countCatalogue } from '../entries/page.ts';
import { loadCatalogueFilter } from './catalogue-filter.ts';
import { countCatalogueCourses } from './contract.ts';

export const handler = lambda(countCatalogueCourses, async ({ body, tenant, settings, now }) =>
  ok(
    await countCatalogue(
      activeCatalogue(searchCourses(tenant, body.searchText)),
      await loadCatalogueFilter(tenant, body, settings.timeZone, now),
    ),
  ),
);
