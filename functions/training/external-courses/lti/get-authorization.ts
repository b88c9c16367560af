// GET /api/v1/Lti/{tenantCode}/Authorization
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { authorizeLaunch } from './authorize-launch.ts';
import { getAuthorization } from './contract.ts';

export const handler = pageLambda(getAuthorization, (context) => authorizeLaunch(context, context.query));
