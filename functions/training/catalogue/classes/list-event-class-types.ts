// GET /api/v1/public/GetEventClassTypesForFilter/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listEventClassTypes } from './contract.ts';
import { listTypesOnDay } from './filter-data.ts';

export const handler = lambda(listEventClassTypes, async (context) => ok(await listTypesOnDay(context)));
