// GET /api/v1/Classes/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listClasses } from './contract.ts';
import { findClassPage } from './find-classes.ts';
import { loadClassViews } from './presentation/load-class-views.ts';

export const handler = lambda(listClasses, async (context) => {
  const { query, tenant, settings, now, url } = context;
  const filter = {
    courses: query.courseId === undefined ? [] : [query.courseId],
    states: query.state === undefined ? [] : [query.state],
  };
  const { classes, total } = await findClassPage(tenant, { filter, timeZone: settings.timeZone, now }, query);
  return ok(await loadClassViews(classes, context), {
    headers: buildPageHeaders(url('/api/v1/Classes/List'), query, total),
  });
});
