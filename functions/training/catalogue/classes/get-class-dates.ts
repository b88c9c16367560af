// GET /api/v1/Public/Class/GetMinMaxClassDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { extentOf } from '../courses/filter-data.ts';
import { getClassDates } from './contract.ts';
import { classesOnDay } from './filter-data.ts';

export const handler = lambda(getClassDates, async (asked) =>
  ok(extentOf(await classesOnDay(asked), asked.settings.timeZone)),
);
