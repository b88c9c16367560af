// Credentials that reach one tenant's keys and no other's: the tenants' role of the function's area, with the tenant as
// its session tag. Loaded when the first tenant is served, as the client for STS is not needed before.
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { TenantCode } from './tenant-code.ts';

type Options = Parameters<typeof fromTemporaryCredentials>[0];

/** Who assumes the role, and over which connections. */
export type AssumeRoleOptions = Pick<Options, 'masterCredentials' | 'clientConfig'>;

/** The most that AWS gives to a role assumed by another role, in seconds. */
const sessionSeconds = 3600;

/** Asks STS at every call: whoever uses it keeps what it answers until shortly before it ends. */
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
