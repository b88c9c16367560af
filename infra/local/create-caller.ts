// Creates a caller for a test or a measurement; its access is read like that of any caller.
import { randomUUID } from 'node:crypto';
import { type SubjectItem, subjectKey, tenantKey } from '../../shared/auth/accounts/records.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { selectRoleIds } from '../../shared/auth/permissions/role-ids.ts';
import { issueToken, type TokenGrant } from '../../shared/auth/tokens/issue-token.ts';
import { commit, put, update } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import type { RequestLimit } from '../../shared/limits/request-limit.ts';

/** A request limit that nothing reaches: it would be tested or measured and not the platform. */
export const unlimitedRequests: RequestLimit = { perMinute: 1_000_000, perHour: 1_000_000 };

/** What the caller is. */
export interface CallerInput {
  readonly permissions?: readonly Permission[];
  readonly roles?: readonly string[];
  /** When the token is issued; now by default. A past moment gives an expired token. */
  readonly at?: Date;
  readonly subject?: string;
  /** The name to sign in with. */
  readonly name?: string;
  /** The person of the directory that the subject is. */
  readonly personId?: string | undefined;
  /** What the token says of the sign-in; nothing by default. */
  readonly signIn?: TokenGrant['signIn'];
}

/** The access token of a user of a tenant with these permissions or roles: a new one, or one of the demo. */
export async function createCallerToken(
  tenant: TenantStore,
  {
    permissions = [],
    roles = [],
    at = new Date(),
    subject = randomUUID(),
    name = `test-${subject}`,
    personId,
    signIn,
  }: CallerInput,
): Promise<string> {
  const [settings, user] = await Promise.all([
    tenant.get(tenantKey(tenant), { consistent: true }),
    tenant.get(subjectKey(tenant, subject), { consistent: true }),
  ]);
  const grantToken = async (to: SubjectItem) => {
    const grant = { tenant: tenant.code, subject: to, clientId: 'rostrum-test', signIn };
    return (await issueToken(grant, at, randomUUID())).accessToken;
  };
  // A real user keeps what they have; they get the permissions besides.
  if (user?.login) {
    await commit([update(subjectKey(tenant, subject), { set: { permissions } })]);
    return grantToken(user);
  }
  const item: SubjectItem = {
    type: 'subject',
    id: subject,
    kind: 'user',
    name,
    roles,
    ...(settings && { roleIds: selectRoleIds(roles, settings) }),
    permissions,
    personId,
    disabled: false,
    revokedBefore: 0,
    version: 1,
    createdDate: at.toISOString(),
    modifiedDate: at.toISOString(),
    schemaVersion: 1,
  };
  await commit([put(subjectKey(tenant, subject), item)]);
  return grantToken(item);
}
