// The authorizer of every area's API: says by whose API key a request counts. Who may do what the handlers decide.
import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { tenantKey } from '../../shared/auth/records.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import { apiKeyOf, isSettling, newcomersKey, strangersKey } from '../../shared/limits/api-keys.ts';
import { parseTier } from '../../shared/limits/tiers.ts';

/** The header, in whatever case it was sent. */
function tenantHeader({ headers }: APIGatewayRequestAuthorizerEvent): string {
  const found = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'tenant-code');
  return found?.[1] ?? '';
}

/**
 * `arn:aws:execute-api:<region>:<account>:<api>/<stage>/GET/api/v1/...` -> every method of the stage. The answer is kept
 * for the tenant and used for all of its calls: one that allowed this call alone would refuse the next (design.md 8).
 */
const wholeStage = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

/** Whose key the request counts by. One read. */
async function keyOf(platform: string, sent: string, now: Date): Promise<string> {
  const code = parseTenantCode(sent);
  const tenant = code && (await openTenantStore(code).get(tenantKey(openTenantStore(code))));
  if (!tenant) return strangersKey(platform);
  return isSettling(tenant.modifiedDate, now)
    ? newcomersKey(platform)
    : apiKeyOf(platform, { code, tier: parseTier(tenant.tier) });
}

/** Lets everybody through to the handlers, which refuse a stranger in the area's envelope; counted are all. */
export async function identify(
  event: APIGatewayRequestAuthorizerEvent,
  now: Date,
): Promise<APIGatewayAuthorizerResult> {
  const platform = process.env.USAGE_PLANS;
  const sent = tenantHeader(event);
  return {
    principalId: parseTenantCode(sent) ?? 'unknown',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: wholeStage(event.methodArn) }],
    },
    ...(platform && { usageIdentifierKey: await keyOf(platform, sent, now) }),
  };
}

/**
 * What Lambda calls.
 * @public
 */
export const handler = (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> =>
  identify(event, new Date());
