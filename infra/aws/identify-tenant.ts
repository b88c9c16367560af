// The authorizer of every area's API: says by whose API key a request counts. Who may do what the handlers decide.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { tenantKey } from '../../shared/auth/records.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import {
  apiKeyName,
  isRecentlyChanged,
  newTenantsKeyName,
  unknownCallersKeyName,
} from '../../shared/limits/api-keys.ts';
import { parseTier } from '../../shared/limits/tiers.ts';

/** The header, in whatever case it was sent. */
function readTenantHeader({ headers }: APIGatewayRequestAuthorizerEvent): string {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'tenant-code');
  return found?.[1] ?? '';
}

/**
 * `arn:aws:execute-api:<region>:<account>:<api>/<stage>/GET/api/v1/...` -> every method of the stage. The answer is kept
 * for the tenant and used for all of its calls: one that allowed this call alone would refuse the next
 * (docs/platform-rules.md#gateway-limits).
 */
const toStageArn = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/** Whose key the request counts by. One read. */
async function chooseApiKey(platform: string, sent: string, now: Date): Promise<string> {
  const code = parseTenantCode(sent);
  const tenant = code && (await openTenantStore(code).get(tenantKey(openTenantStore(code))));
  if (!tenant) return unknownCallersKeyName(platform);
  return isRecentlyChanged(tenant.modifiedDate, now)
    ? newTenantsKeyName(platform)
    : apiKeyName(platform, { code, tier: parseTier(tenant.tier) });
}

/** Lets everybody through to the handlers, which refuse a stranger in the area's envelope; counted are all. */
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
    ...(platform && { usageIdentifierKey: await chooseApiKey(platform, sent, now) }),
  };
}

/**
 * What Lambda calls.
 * @public
 */
export const handler = (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
  identifyTenant(event, new Date());
