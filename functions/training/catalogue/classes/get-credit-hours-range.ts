// GET /api/v1/Public/Class/GetCreditHoursRange/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getCreditHoursRange } from './contract.ts';
import { listClassesOnDay } from './filter-data.ts';

export const handler = lambda(getCreditHoursRange, async (context) => {
  const hours = (await listClassesOnDay(context)).flatMap(({ creditHours }) => creditHours ?? []);
  const sorted = hours.sort((a, b) => a - b);
  return ok({ min: sorted[0] ?? null, max: sorted.at(-1) ?? null });
});
