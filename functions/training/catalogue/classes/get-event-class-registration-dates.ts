// GET /api/v1/Public/GetMinMaxEventAndClassRegDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getEventClassRegistrationDates } from './contract.ts';
import { getRegistrationDays } from './filter-data.ts';

export const handler = lambda(getEventClassRegistrationDates, async (context) =>
  ok(await getRegistrationDays(context)),
);
