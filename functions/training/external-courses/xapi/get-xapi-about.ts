// GET /api/v1/Xapi/{tenantCode}/about
import { ok } from '../../../../shared/http/reply.ts';
import { getXapiAbout } from './contract.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(getXapiAbout, () => ok({ version: ['1.0.3', '2.0.0'] }));
