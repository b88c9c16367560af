// The authorizer of every area's API: names the API key by which a request counts. Handlers decide what a caller may do.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type TenantItem, tenantKey } from '../../shared/auth/records.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import {
  type ApiKeyItem,
  apiKeyRecord,
  chooseApiKey,
  unknownCallersKeyName,
} from '../../shared/limits/api-keys.ts';
import { parseTier } from '../../shared/limits/tiers.ts';

/** Reads the tenant-code header, in any case. */
function readTenantHeader({ headers }: APIGatewayRequestAuthorizerEvent): string {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'tenant-code');
  return found?.[1] ?? '';
}

/**
 * `arn:aws:execute-api:<region>:<account>:<api>/<stage>/GET/api/v1/...` -> every method of the stage. API Gateway caches
 * the answer for all calls of the tenant: one that allowed only this call would refuse the next
 * (docs/aws.md#usage-plans).
 */
const toStageArn = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/** Finds the API key by which the request counts, with one read of two items. It names only keys that exist. */
async function findApiKey(platform: string, sent: string, now: Date): Promise<string> {
  const code = parseTenantCode(sent);
  if (!code) return unknownCallersKeyName(platform);
  const store = openTenantStore(code);
  const [settings, record] = await store.getMany<TenantItem | ApiKeyItem>([
    tenantKey(store),
    apiKeyRecord(store),
  ]);
  if (settings?.type !== 'tenant') return unknownCallersKeyName(platform);
  const owner = { code, tier: parseTier(settings.tier) };
  return chooseApiKey(platform, owner, record?.type === 'tenant-api-key' ? record : undefined, now);
}

/** Allows every request and names its API key. Handlers refuse an unknown tenant in the area's envelope. */
export async function identifyTenant(
  event: APIGatewayRequestAuthorizerEvent,
  now: Date,
): Promise<APIGatewayAuthorizerResult> {
  const platform = process.env.USAGE_PLANS;
  const sent = readTenantHeader(event);
  return {
    principalId: parseTenantCode(sent) ?? 'unknown',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: toStageArn(event.methodArn) }],
    },
    ...(platform && { usageIdentifierKey: await findApiKey(platform, sent, now) }),
  };
}

/**
 * What Lambda calls.
 * @public
 */
export const handler = (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
  identifyTenant(event, new Date());
