// GET /api/v1/SignInPolicy
import { presentSignInPolicy } from '../../../shared/auth/sign-in/sign-in-policy.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getSignInPolicy } from './contract.ts';

export const handler = lambda(getSignInPolicy, ({ settings }) =>
  ok(presentSignInPolicy(settings), { version: settings.version }),
);
