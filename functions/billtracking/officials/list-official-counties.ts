// GET /api/1.0/legislative/public-bills/county-list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialCounties } from './contract.ts';

export const handler = lambda(listOfficialCounties, () => ok([]));
