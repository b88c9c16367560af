// Credentials for one tenant's keys only: the tenants' role of the function's area, with the tenant as its session tag.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { assumeRole } from '../sdk/assume-role.ts';
import { RequestHandler } from '../sdk/request-handler.ts';
import type { TenantCode } from './tenant-code.ts';
import type { TenantSession } from './tenant-sessions.ts';

/** The longest session that AWS allows for a role assumed by another role, in seconds. */
const sessionSeconds = 3600;

/**
 * Calls STS at every call, over the connections and with the credentials of a client; tenant-sessions.ts keeps what it
 * returns. A client with the SDK's own configuration has the SDK's way to STS too, loaded when the first tenant is served.
 */
export async function requestTenantSession(
  tenant: TenantCode,
  roleArn: string,
  { region, requestHandler, credentials }: DynamoDBDocumentClient['config'],
): Promise<TenantSession> {
  const handler: unknown = requestHandler;
  if (handler instanceof RequestHandler)
    return assumeRole(
      { roleArn, sessionName: tenant, seconds: sessionSeconds, tag: { key: 'tenant', value: tenant } },
      { region: await region(), credentials, requestHandler: handler, env: process.env },
    );
  const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
  return fromTemporaryCredentials({
    masterCredentials: credentials,
    clientConfig: { region, requestHandler },
    params: {
      RoleArn: roleArn,
      RoleSessionName: tenant,
      DurationSeconds: sessionSeconds,
      Tags: [{ Key: 'tenant', Value: tenant }],
    },
  })();
}
