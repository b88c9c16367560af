// POST /api/v1/Lti/{tenantCode}/Authorization
import { pageLambda } from '../../../../shared/pages/page-lambda.ts';
import { authorizeLaunch } from './authorize-launch.ts';
import { postAuthorization } from './contract.ts';

export const handler = pageLambda(postAuthorization, (context) => authorizeLaunch(context, context.body));
