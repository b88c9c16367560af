// GET /api/v1/Public/Class/GetMinMaxClassDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { computeDayExtent } from '../courses/filter-data.ts';
import { getClassDates } from './contract.ts';
import { listClassesOnDay } from './filter-data.ts';

export const handler = lambda(getClassDates, async (context) =>
  ok(computeDayExtent(await listClassesOnDay(context), context.settings.timeZone)),
);
