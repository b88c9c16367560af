// POST /api/v1/Services/AuthorizeUserForWorkSpace

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { buildAuthenticationClaims } from '../../../shared/auth/sign-in/authentication-context.ts';
import { hasSecondFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { requiresSecondFactor } from '../../../shared/auth/sign-in/sign-in-policy.ts';
import type { SignInOutcome } from '../../../shared/auth/throttles/sign-in-log.ts';
import { issueToken, signInClientId } from '../../../shared/auth/tokens/issue-token.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { type CodeContext, useUpCode } from '../second-factor/check-code.ts';
import { insertIssuedToken } from '../sessions/issued-tokens.ts';
import { getAuthTime } from '../sessions/session.ts';
import { recordSignIn } from '../users/store.ts';
import { authenticateUser } from './authenticate-user.ts';
import { authorizeUserForWorkSpace } from './contract.ts';

/** Asserts that the code of a second factor is right, and uses it up. @throws Failure 401 SECOND_FACTOR_REQUIRED, 429 */
async function passSecondFactor(
  platform: PlatformStore,
  user: UserItem,
  code: string | undefined,
  context: CodeContext,
  finish: (outcome: SignInOutcome) => Promise<void>,
): Promise<void> {
  if (code === undefined || code.trim() === '') {
    await finish('code-required');
    throw new Failure('SECOND_FACTOR_REQUIRED', undefined, { target: 'code' });
  }
  const isRight = await useUpCode(platform, user, code, context).catch(async (error: unknown) => {
    await finish('throttled');
    throw error;
  });
  if (isRight) return;
  await finish('wrong-code');
  throw new Failure('SECOND_FACTOR_REQUIRED', 'The code is wrong, or was used already.', { target: 'code' });
}

/** What somebody does whom the workspace lets in with two factors only. */
const setupRequired = (tenantName: string): Failure =>
  new Failure(
    'SECOND_FACTOR_SETUP_REQUIRED',
    `${tenantName} requires a second factor, and the account has none: set one up at ${areaUrl('identity', '/Account/SecondFactor')}, then send its code.`,
    { target: 'code' },
  );

export const handler = lambda(authorizeUserForWorkSpace, async ({ body, platform, request, now, newId }) => {
  const code = parseTenantCode(body.tenantCode);
  const { user, access, finish } = await authenticateUser(
    platform,
    body,
    'workspace-token',
    request,
    now,
    code,
  );
  if (!access || access.subject.disabled) {
    await finish('workspace-denied');
    throw new Failure('WORKSPACE_DENIED', undefined, { target: 'tenantCode' });
  }
  const { tenant, settings, subject } = access;
  if (settings.status === 'suspended') {
    await finish('workspace-suspended', tenant.code);
    throw new Failure('TENANT_SUSPENDED', undefined, { target: 'tenantCode' });
  }
  if (!hasSecondFactor(user) && requiresSecondFactor(settings, subject)) {
    await finish('second-factor-missing', tenant.code);
    throw setupRequired(settings.name);
  }
  if (hasSecondFactor(user))
    await passSecondFactor(platform, user, body.code, { request, now }, (outcome) =>
      finish(outcome, tenant.code),
    );
  const amr = hasSecondFactor(user) ? ['pwd', 'otp', 'mfa'] : ['pwd'];
  const signIn = buildAuthenticationClaims({ authTime: getAuthTime(now, [subject]), amr });
  const { accessToken, claims } = await issueToken(
    { tenant: tenant.code, subject, clientId: signInClientId, signIn },
    now,
    newId(),
  );
  await finish('succeeded', tenant.code, [
    recordSignIn(tenant, subject, now),
    insertIssuedToken(platform, claims, request),
  ]);
  return ok({ accessToken, tokenType: 'Bearer', expiresIn: tokenLifetime, tenantCode: tenant.code });
});
