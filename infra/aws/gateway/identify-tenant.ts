// The authorizer of every area's API: names the API key by which a request counts. Handlers decide what a caller may do.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type PublicKeyItem, type TenantItem, tenantKey } from '../../../shared/auth/accounts/records.ts';
import { parseSentToken } from '../../../shared/auth/tokens/possession.ts';
import { cacheKey, getCachedKey, getKeyToRead } from '../../../shared/auth/tokens/published-keys.ts';
import { readKeyId, readUnverifiedClaims, verifyAccessToken } from '../../../shared/auth/tokens/tokens.ts';
import { openTenantStore, readMany } from '../../../shared/data/store.ts';
import { parseTenantCode, type TenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import {
  type ApiKeyItem,
  apiKeyRecord,
  chooseApiKey,
  strangersKeyName,
  unknownCallersKeyName,
} from '../../../shared/limits/api-keys.ts';
import { parseTier } from '../../../shared/limits/tiers.ts';

/** Reads a header, in any case. */
function readHeader({ headers }: APIGatewayRequestAuthorizerEvent, name: string): string {
  const found = Object.entries(headers ?? {}).find(([each]) => each.toLowerCase() === name);
  return found?.[1] ?? '';
}

/**
 * `arn:aws:execute-api:<region>:<account>:<api>/<stage>/GET/api/v1/...` -> every method of the stage. API Gateway caches
 * the answer for all calls with the token: one that allowed only this call would refuse the next
 * (docs/aws.md#usage-plans).
 */
const toStageArn = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/** The token that claims to be of this tenant; its signature is not verified yet. */
function findTokenOf(code: TenantCode, event: APIGatewayRequestAuthorizerEvent): string | undefined {
  const token = parseSentToken(readHeader(event, 'authorization'))?.token;
  return token !== undefined && readUnverifiedClaims(token)?.tenant === code ? token : undefined;
}

/** Whether the platform has signed the token, and it has not expired. Whether it was revoked is left to the handler. */
async function isSigned(token: string, now: Date): Promise<boolean> {
  const { ok } = await verifyAccessToken(token, {
    issuer: process.env.ISSUER ?? '',
    now,
    findKey: async (kid) => getCachedKey(kid, now),
  });
  return ok;
}

/**
 * Finds the API key by which the request counts, with one read of two items, and of the key of a token while it is not cached.
 * It names only keys that exist. Requests without a signed token of the tenant never count by the tenant's own key: a tenant code
 * is no secret, and strangers could use up its quota.
 */
async function findApiKey(
  platform: string,
  event: APIGatewayRequestAuthorizerEvent,
  now: Date,
): Promise<string> {
  const code = parseTenantCode(readHeader(event, 'tenant-code'));
  if (!code) return unknownCallersKeyName(platform);
  const store = openTenantStore(code);
  const token = findTokenOf(code, event);
  const keyId = token === undefined ? undefined : readKeyId(token);
  const unread = keyId === undefined ? undefined : getKeyToRead(keyId);
  const [settings, record, published] = await readMany<TenantItem | ApiKeyItem | PublicKeyItem>([
    tenantKey(store),
    apiKeyRecord(store),
    ...(unread ? [unread] : []),
  ]);
  if (settings?.type !== 'tenant') return unknownCallersKeyName(platform);
  if (keyId !== undefined && unread)
    cacheKey(keyId, published?.type === 'public-key' ? published : undefined);
  const owner = { code, tier: parseTier(settings.tier) };
  if (token === undefined || !(await isSigned(token, now))) return strangersKeyName(platform, owner);
  return chooseApiKey(platform, owner, record?.type === 'tenant-api-key' ? record : undefined, now);
}

/** Allows every request and names its API key. Handlers refuse an unknown tenant in the area's envelope. */
export async function identifyTenant(
  event: APIGatewayRequestAuthorizerEvent,
  now: Date,
): Promise<APIGatewayAuthorizerResult> {
  const platform = process.env.USAGE_PLANS;
  return {
    principalId: parseTenantCode(readHeader(event, 'tenant-code')) ?? 'unknown',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: toStageArn(event.methodArn) }],
    },
    ...(platform && { usageIdentifierKey: await findApiKey(platform, event, now) }),
  };
}

/**
 * What Lambda calls.
 * @public
 */
export const handler = (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
  identifyTenant(event, new Date());
