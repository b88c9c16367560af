// Who a person is here whom a tenant's provider has signed in: an account of the tenant, or a new one.
import { isDeepStrictEqual } from 'node:util';
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { type SubjectItem, subjectKey, type TenantItem } from '../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { changeAdministrators, toRoleChange } from '../administration/administrators.ts';
import { auditUserChange } from '../users/audit.ts';
import { findName, type KnownName } from '../users/known-name.ts';
import { federatedSubjectKey, insertAccess, insertUser, replaceAccess, replaceUser } from '../users/store.ts';
import { addTenant, buildUser, buildUserAccess, enterTenant, mayEnter, updateUser } from '../users/user.ts';
import {
  type FederatedClaims,
  type FederationRefusal,
  mapRoles,
  type ProviderItem,
  readAddresses,
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

/**
 * The access of a person who signs in for the first time and whom the tenant's directory does not know: of the account that has the
 * address as its name, or of a new one. The provider acts in its own tenant only, also where the account has other tenants.
 */
async function createAccess(
  { platform, tenant, settings, provider }: Federation,
  { email, accountId }: { readonly email: string; readonly accountId: string | undefined },
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { now } = moment;
  const account =
    accountId === undefined
      ? undefined
      : await platform.get(userKey(platform, accountId), { consistent: true });
  if (account?.disabled) return { refusal: 'disabled' };
  const bare = account ?? buildUser(moment.newId(), { userName: email }, now);
  const tenants = addTenant(bare, settings.id);
  const user = account ? updateUser(account, { tenants }, now) : { ...bare, tenants };
  const roles = mapRoles(claims, provider, settings) ?? provider.defaultRoles;
  const subject: SubjectItem = {
    ...buildUserAccess(user, settings, roles, undefined, now),
    federated: { issuer: provider.issuer, sub: claims.sub },
  };
  const audit = auditUserChange(
    platform,
    { before: account, after: user },
    [{ tenant, after: subject }],
    buildAuditContext(moment, user),
  );
  const change = { userId: user.id, tenantCode: tenant.code, before: [], after: roles, isDisabled: false };
  const listed = await changeAdministrators(platform, [change]);
  return {
    user,
    subject,
    changes: [
      ...(account ? [replaceUser(platform, account, user)] : insertUser(platform, user)),
      ...insertAccess(tenant, subject),
      ...listed,
      ...audit,
    ],
  };
}

/** A user of the tenant, with the account as it is stored; without one where another tenant has removed it. */
interface Found {
  readonly account: UserItem | undefined;
  readonly subject: SubjectItem;
}

/** The account after the sign-in: it has entered the tenant. */
function enterAccount(
  { platform, settings }: Federation,
  { account, subject }: Found,
  now: Date,
): { readonly user: UserItem; readonly changes: readonly Change[] } {
  if (account && mayEnter(account, settings.id)) return { user: account, changes: [] };
  if (account) {
    const user = updateUser(account, { tenants: addTenant(account, settings.id) }, now);
    return { user, changes: [replaceUser(platform, account, user)] };
  }
  const bare = buildUser(subject.id, { userName: `${settings.id}/${subject.id}` }, now);
  const user = { ...bare, tenants: addTenant(bare, settings.id) };
  return { user, changes: insertUser(platform, user) };
}

/** The account with the roles of the claims, and linked to the person at the provider. */
async function updateAccount(
  federation: Federation,
  found: Found,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { platform, tenant, settings, provider } = federation;
  const { account, subject: before } = found;
  const entered = enterAccount(federation, found, moment.now);
  const { user } = entered;
  const current = entered.changes.length > 0 ? enterTenant(user, before, settings.id) : before;
  const held = listHeldRoles(before, settings);
  const mapped = mapRoles(claims, provider, settings) ?? held;
  const withRoles = (roles: readonly string[]): SubjectItem => ({
    ...current,
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
    entered.changes.length === 0 &&
    isDeepStrictEqual([...after.roles].sort(), [...held].sort()) &&
    isDeepStrictEqual(after.federated, before.federated);
  if (isSame) return { user, subject: before, changes: [] };
  const audit = auditUserChange(
    platform,
    { before: account, after: user },
    [{ tenant, before, after }],
    buildAuditContext(moment, user),
  );
  return {
    user,
    subject: after,
    changes: [...entered.changes, ...replaceAccess(tenant, before, after), ...checks, ...audit],
  };
}

/** Opens a user of the tenant, or says why the provider cannot. */
async function openAccount(
  federation: Federation,
  subject: SubjectItem,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { platform } = federation;
  const account = await platform.get(userKey(platform, subject.id), { consistent: true });
  const refusal = account && refuseAccount(account, subject.roles);
  if (refusal !== undefined) return { refusal };
  if (subject.disabled) return { refusal: 'disabled' };
  return updateAccount(federation, { account, subject }, claims, moment);
}

/** The user who is this person at the provider since an earlier sign-in. */
async function findLinked(
  { tenant, provider }: Federation,
  { sub }: FederatedClaims,
): Promise<SubjectItem | undefined> {
  const link = { issuer: provider.issuer, sub };
  const claim = await tenant.get(federatedSubjectKey(tenant, link), { consistent: true });
  return claim && tenant.get(subjectKey(tenant, claim.subject), { consistent: true });
}

/** The first of the addresses that somebody has as a name, or else the first, with who has it. */
async function findAddressed(
  { platform, tenant }: Federation,
  addresses: readonly [string, ...string[]],
): Promise<KnownName & { readonly email: string }> {
  const [email] = addresses;
  const known = await Promise.all(
    addresses.map(async (address) => ({ email: address, ...(await findName(platform, tenant, address)) })),
  );
  return (
    known.find(({ subject }) => subject !== undefined) ??
    known.find(({ accountId }) => accountId !== undefined) ?? {
      email,
      subject: undefined,
      accountId: undefined,
    }
  );
}

/**
 * Finds or creates the account of a person. Who has signed in before is known by issuer and `sub`, whatever their address is
 * now (OpenID Connect Core 1.0, 5.7). At the first sign-in an address in the tenant's own domains names the account. That is
 * of the person at the provider who signed in to it first: an address that is given to somebody else opens it no longer.
 */
export async function findFederatedUser(
  federation: Federation,
  claims: FederatedClaims,
  moment: Moment,
): Promise<FederatedUser> {
  const { provider, domains } = federation;
  const linked = await findLinked(federation, claims);
  if (linked) return openAccount(federation, linked, claims, moment);
  const read = readAddresses(claims, provider, domains);
  if ('refusal' in read) return read;
  const { email, subject, accountId } = await findAddressed(federation, read.addresses);
  if (!subject) return createAccess(federation, { email, accountId }, claims, moment);
  const { federated } = subject;
  const isAnother = federated?.issuer === provider.issuer && federated.sub !== claims.sub;
  return isAnother ? { refusal: 'another-person' } : openAccount(federation, subject, claims, moment);
}
