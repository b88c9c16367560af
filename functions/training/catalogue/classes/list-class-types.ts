// GET /api/v1/public/GetObjectTypesForFilter/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listClassTypes } from './contract.ts';
import { listTypesOnDay } from './filter-data.ts';

export const handler = lambda(listClassTypes, async (context) => ok(await listTypesOnDay(context)));
