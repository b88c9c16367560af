// POST /connect/deviceauthorization
import { deviceCodeGrant, getSignIn, mayUseGrant } from '../../../../shared/auth/clients/clients.ts';
import { authenticateTokenClient } from '../../../../shared/auth/clients/token-client.ts';
import { parseScope } from '../../../../shared/auth/permissions/permissions.ts';
import { countAttempt } from '../../../../shared/auth/throttles/throttle-store.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { Failure, tooManyRequests } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import type { Request } from '../../../../shared/http/request/request.ts';
import { deviceCodeSeconds, insertDeviceCode, pollSeconds } from '../grants/device-codes.ts';
import { formatUserCode, userCodePath } from '../grants/user-code.ts';
import { sortScopes } from '../requests/scopes.ts';
import { authorizeDevice } from './contract.ts';

/**
 * Counts the request of a client that has no secret: anyone may send one. Each is an account of its own, so that the counter
 * of the network decides, and many devices of one place can begin.
 * @throws Failure 429
 */
async function countRequest(
  platform: PlatformStore,
  { address, requestId }: Pick<Request, 'address' | 'requestId'>,
  now: Date,
): Promise<void> {
  const attempt = { account: requestId, purpose: 'device authorization', address, canSucceed: false };
  const counted = await countAttempt(platform, attempt, now);
  if ('retryAfter' in counted)
    throw tooManyRequests(
      'Too many devices have asked for a code; wait before trying again.',
      counted.retryAfter,
    );
}

export const handler = lambda(authorizeDevice, async ({ body, platform, request, now }) => {
  const client = await authenticateTokenClient(platform, body, request, now, { publicToo: true });
  if (!mayUseGrant(client, deviceCodeGrant))
    throw new Failure(
      'UNAUTHORIZED_CLIENT',
      `The client is not registered for the grant ${deviceCodeGrant}.`,
    );
  const { granted, refused } = sortScopes(client, parseScope(body.scope));
  if (refused.length > 0)
    throw new Failure('INVALID_SCOPE', `The client does not have the scope ${refused.join(' ')}.`, {
      target: 'scope',
    });
  if (getSignIn(client).clientType === 'public') await countRequest(platform, request, now);
  const requested = { clientId: client.id, scopes: granted };
  const { deviceCode, userCode, changes } = insertDeviceCode(platform, requested, now);
  const uri = areaUrl('identity', userCodePath);
  const shown = formatUserCode(userCode);
  return write(
    changes,
    ok({
      device_code: deviceCode,
      user_code: shown,
      verification_uri: uri,
      verification_uri_complete: `${uri}?user_code=${shown}`,
      expires_in: deviceCodeSeconds,
      interval: pollSeconds,
    }),
  );
});
