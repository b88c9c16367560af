// GET /api/v1/Public/Course/GetMinMaxCourseClassDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getCourseClassDates } from './contract.ts';
import { computeDayExtent, listClassesOnDay } from './filter-data.ts';

export const handler = lambda(getCourseClassDates, async (request) =>
  ok(computeDayExtent(await listClassesOnDay(request), request.settings.timeZone)),
);
