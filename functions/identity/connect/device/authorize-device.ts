// POST /connect/deviceauthorization
import { deviceCodeGrant, mayUseGrant } from '../../../../shared/auth/clients.ts';
import { parseScope } from '../../../../shared/auth/permissions.ts';
import { authenticateTokenClient } from '../../../../shared/auth/token-client.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { deviceCodeSeconds, insertDeviceCode, pollSeconds } from '../grants/device-codes.ts';
import { formatUserCode, userCodePath } from '../grants/user-code.ts';
import { sortScopes } from '../requests/scopes.ts';
import { authorizeDevice } from './contract.ts';

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
