// Credentials for one tenant's keys only: the tenants' role of the function's area, with the tenant as its session tag.
// Loaded when the first tenant is served, because the STS client is not needed before.
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { TenantCode } from './tenant-code.ts';

type Options = Parameters<typeof fromTemporaryCredentials>[0];

/** Who assumes the role, and over which connections. */
export type AssumeRoleOptions = Pick<Options, 'masterCredentials' | 'clientConfig'>;

/** The longest session that AWS allows for a role assumed by another role, in seconds. */
const sessionSeconds = 3600;

/** Calls STS at every call; tenant-sessions.ts keeps what it returns. */
export const tenantCredentials = (tenant: TenantCode, roleArn: string, assuming: AssumeRoleOptions) =>
  fromTemporaryCredentials({
    ...assuming,
    params: {
      RoleArn: roleArn,
      RoleSessionName: tenant,
      DurationSeconds: sessionSeconds,
      Tags: [{ Key: 'tenant', Value: tenant }],
    },
  });
