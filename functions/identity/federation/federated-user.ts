// Who a person is here whom a tenant's provider has signed in: an account of the tenant, or a new one.
import { isDeepStrictEqual } from 'node:util';
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type SubjectItem, subjectKey, type TenantItem } from '../../../shared/auth/records.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/role-ids.ts';
import { type UserItem, userKey } from '../../../shared/auth/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { changeAdministrators, toRoleChange } from '../administrators.ts';
import { auditUserChange } from '../users/audit.ts';
import { insertAccess, insertUser, replaceAccess, userIdByName } from '../users/store.ts';
import { addTenant, buildUser, buildUserAccess } from '../users/user.ts';
import {
  type FederatedClaims,
  type FederationRefusal,
  mapRoles,
  type ProviderItem,
  readVerifiedEmail,
  refuseAccount,
} from './provider.ts';

/** The tenant whose provider signed the person in. */
export interface Federation {
  readonly platform: PlatformStore;
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly provider: ProviderItem;
  readonly domains: readonly string[];
}

/** The person's account with the changes that the sign-in makes, or why there is none. */
export type FederatedUser =
  | { readonly user: UserItem; readonly subject: SubjectItem; readonly changes: readonly Change[] }
  | { readonly refusal: FederationRefusal };

type Moment = Pick<AuditContext, 'now' | 'newId' | 'request' | 'operation'>;

const buildAuditContext = (moment: Moment, { id, userName }: UserItem): AuditContext => ({
  ...moment,
  caller: { kind: 'user', subject: id, name: userName },
});

/** A new account of somebody who comes for the first time. */
async function createAccount(
  { platform, tenant, settings, provider }: Federation,
  email: string,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { now } = moment;
  const bare = buildUser(moment.newId(), { userName: email, email }, now);
  const user = { ...bare, tenants: addTenant(bare, settings.id) };
  const roles = mapRoles(claims, provider, settings) ?? provider.defaultRoles;
  const subject: SubjectItem = {
    ...buildUserAccess(user, settings, roles, undefined, now),
    federated: { issuer: provider.issuer, sub: claims.sub },
  };
  const audit = auditUserChange(
    platform,
    { after: user },
    [{ tenant, after: subject }],
    buildAuditContext(moment, user),
  );
  const change = { userId: user.id, tenantCode: tenant.code, before: [], after: roles, isDisabled: false };
  const listed = await changeAdministrators(platform, [change]);
  return {
    user,
    subject,
    changes: [...insertUser(platform, user), ...insertAccess(tenant, subject), ...listed, ...audit],
  };
}

/** The account with the roles of the claims, and linked to the person at the provider. */
async function updateAccount(
  { platform, tenant, settings, provider }: Federation,
  user: UserItem,
  before: SubjectItem,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const held = listHeldRoles(before, settings);
  const mapped = mapRoles(claims, provider, settings) ?? held;
  const withRoles = (roles: readonly string[]): SubjectItem => ({
    ...before,
    roles: [...roles],
    roleIds: selectRoleIds(roles, settings),
    federated: { issuer: provider.issuer, sub: claims.sub },
    version: before.version + 1,
    modifiedDate: moment.now.toISOString(),
  });
  // The last administrator of the tenant stays one, whatever the provider says.
  const confirm = async (after: SubjectItem) => {
    try {
      const change = toRoleChange(tenant.code, { before, after });
      return { after, checks: await changeAdministrators(platform, [change]) };
    } catch (error) {
      if (error instanceof Failure && error.code === 'CONFLICT')
        return { after: withRoles(held), checks: [] };
      throw error;
    }
  };
  const { after, checks } = await confirm(withRoles(mapped));
  const isSame =
    isDeepStrictEqual([...after.roles].sort(), [...held].sort()) &&
    isDeepStrictEqual(after.federated, before.federated);
  if (isSame) return { user, subject: before, changes: [] };
  const audit = auditUserChange(
    platform,
    { before: user, after: user },
    [{ tenant, before, after }],
    buildAuditContext(moment, user),
  );
  return { user, subject: after, changes: [...replaceAccess(tenant, before, after), ...checks, ...audit] };
}

/**
 * Finds or creates the account of a person by their verified address in the tenant's own domains. An account belongs to the
 * person at the provider who signed in to it first: an address that is given to somebody else opens it no longer.
 */
export async function findFederatedUser(
  federation: Federation,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { platform, tenant, provider, domains } = federation;
  const read = readVerifiedEmail(claims, domains);
  if ('refusal' in read) return read;
  const id = await userIdByName(platform, read.email);
  if (id === undefined) return createAccount(federation, read.email, claims, moment);
  const [user, subject] = await Promise.all([
    platform.get(userKey(platform, id), { consistent: true }),
    tenant.get(subjectKey(tenant, id), { consistent: true }),
  ]);
  if (!user || !subject) return { refusal: 'other-tenants' };
  const refusal = refuseAccount(user, subject.roles);
  if (refusal !== undefined) return { refusal };
  if (subject.disabled) return { refusal: 'disabled' };
  const { federated } = subject;
  const isAnother = federated?.issuer === provider.issuer && federated.sub !== claims.sub;
  return isAnother ? { refusal: 'another-person' } : updateAccount(federation, user, subject, claims, moment);
}
