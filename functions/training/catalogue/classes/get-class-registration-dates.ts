// GET /api/v1/Public/Class/GetMinMaxClassRegDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getClassRegistrationDates } from './contract.ts';
import { getRegistrationDays } from './filter-data.ts';

export const handler = lambda(getClassRegistrationDates, async (context) =>
  ok(await getRegistrationDays(context)),
);
