// Provisioning of users as decisions: create, change and remove a user of one tenant. What its directory says stays in this
// tenant: the account keeps its own name and address, and what other tenants have of it.
import { isDeepStrictEqual } from 'node:util';
import type { ProvisionedAttributes, SubjectItem } from '../../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { foldUserName } from '../../../../shared/auth/throttles/sign-in-throttle.ts';
import { revokeAll } from '../../../../shared/auth/tokens/revocation.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { alreadyExists, preconditionFailed } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { changeAdministrators, toRoleChange } from '../../administration/administrators.ts';
import { getMailDomain } from '../../federation/provider.ts';
import { auditUserChange } from '../../users/audit.ts';
import { findName, findTenantUser } from '../../users/known-name.ts';
import {
  endTenantAccess,
  insertAccess,
  insertUser,
  removeUser,
  replaceAccess,
  replaceUser,
} from '../../users/store.ts';
import { addLeftTenant, buildUser, buildUserAccess, mayEnter, updateUser } from '../../users/user.ts';
import { assertNotOfPlatform, type Provisioning } from '../provisioning.ts';
import type { Account } from './find.ts';
import type { UserInput } from './patch.ts';
import { getDirectoryName } from './present.ts';

/** The changes, and the user after them. */
export interface Decision {
  readonly subject: SubjectItem;
  readonly changes: readonly Change[];
}

/** The address that counts: the primary one, else the first. */
function findEmail({ emails = [] }: UserInput): string | undefined {
  const filled = emails.filter(({ value }) => value !== undefined);
  return (filled.find(({ primary }) => primary) ?? filled[0])?.value;
}

function readAttributes(input: UserInput): ProvisionedAttributes {
  const { externalId, displayName, name } = input;
  const email = findEmail(input);
  return {
    userName: input.userName.normalize('NFKC').trim(),
    ...(email !== undefined && { email }),
    ...(externalId !== undefined && { externalId }),
    ...(displayName !== undefined && { displayName }),
    ...(name?.givenName !== undefined && { givenName: name.givenName }),
    ...(name?.familyName !== undefined && { familyName: name.familyName }),
  };
}

function assertVersion({ version }: SubjectItem, ifMatch: IfMatch | undefined): void {
  if (ifMatch !== undefined && !ifMatch.includes(version)) throw preconditionFailed();
}

/** The account of a new user of the directory, and whether it is stored already. */
interface FoundAccount {
  readonly user: UserItem;
  readonly isNew: boolean;
}

/**
 * The account of whom the directory adds: it gains the tenant once they come through the tenant's provider, or by the link of
 * an invitation. A mail address names one person everywhere, so an account with that name is theirs. Any other name that
 * somebody else has on the platform says nothing: the account has its id as its name then.
 */
async function findAccount(
  { platform, tenant, settings, context: { now } }: Provisioning,
  id: string,
  userName: string,
  accountId: string | undefined,
): Promise<FoundAccount> {
  const create = (name: string): FoundAccount => ({
    user: buildUser(id, { userName: name }, now),
    isNew: true,
  });
  if (accountId === undefined) return create(userName);
  const isTheirs = getMailDomain(userName) !== undefined && !(await findTenantUser(tenant, accountId));
  const user = isTheirs ? await platform.get(userKey(platform, accountId), { consistent: true }) : undefined;
  return user ? { user, isNew: false } : create(`${settings.id}/${id}`);
}

/** @throws Failure 409 uniqueness where the directory has a user with this name */
async function requireFreeName(
  { platform, tenant }: { readonly platform: PlatformStore; readonly tenant: TenantStore },
  userName: string,
) {
  const { subject, accountId } = await findName(platform, tenant, userName);
  if (subject) throw alreadyExists('user', 'userName', userName);
  return accountId;
}

/** Creates a user of the tenant who has no role yet. @throws Failure 409 */
export async function provisionUser(
  provisioning: Provisioning,
  newId: string,
  input: UserInput,
): Promise<Decision> {
  const { platform, tenant, settings, context } = provisioning;
  const accountId = await requireFreeName(provisioning, input.userName);
  const { user, isNew } = await findAccount(provisioning, newId, input.userName, accountId);
  const isSuspended = input.active === false;
  const subject: SubjectItem = {
    ...buildUserAccess(user, settings, [], undefined, context.now),
    // How the account of somebody who has not entered the tenant yet stands is not for the tenant to know.
    login: { status: 'none' },
    disabled: isSuspended,
    provisioned: readAttributes(input),
    ...(isSuspended && { isSuspended }),
  };
  return {
    subject,
    changes: [
      ...(isNew ? insertUser(platform, user) : []),
      ...insertAccess(tenant, subject),
      ...auditUserChange(
        platform,
        { ...(!isNew && { before: user }), after: user },
        [{ tenant, after: subject }],
        context,
      ),
    ],
  };
}

/**
 * Makes a user of the tenant as its directory has them. Attributes that are absent are cleared; whether the user is active
 * stays.
 * @throws Failure 403, 409, 412
 */
export async function changeProvisionedUser(
  { platform, tenant, context, ifMatch }: Provisioning,
  { user, subject }: Account,
  input: UserInput,
): Promise<Decision> {
  const { now } = context;
  assertVersion(subject, ifMatch);
  assertNotOfPlatform(subject);
  const userName = getDirectoryName(subject);
  const provisioned = readAttributes(input);
  const isRenamed = foldUserName(input.userName) !== foldUserName(userName);
  if (isRenamed) await requireFreeName({ platform, tenant }, input.userName);
  const wasSuspended = subject.isSuspended ?? false;
  const isSuspended = input.active === undefined ? wasSuspended : !input.active;
  const isSame =
    isSuspended === wasSuspended && isDeepStrictEqual(provisioned, { ...subject.provisioned, userName });
  if (isSame) return { subject, changes: [] };
  const after: SubjectItem = {
    ...subject,
    provisioned,
    isSuspended,
    disabled: (user.disabled && mayEnter(user, tenant.code)) || isSuspended,
    ...(isSuspended && !wasSuspended && revokeAll(subject, now)),
    version: subject.version + 1,
    modifiedDate: now.toISOString(),
  };
  return {
    subject: after,
    changes: [
      ...replaceAccess(tenant, subject, after),
      ...(await changeAdministrators(platform, [toRoleChange(tenant.code, { before: subject, after })])),
      ...auditUserChange(
        platform,
        { before: user, after: user },
        [{ tenant, before: subject, after }],
        context,
      ),
    ],
  };
}

/** The end of an account's access to the tenant; of the account too where it can enter no other one. */
function leaveTenant(
  { platform, tenant, context: { now } }: Provisioning,
  { user: before, subject }: Account,
): { readonly user: UserItem; readonly changes: readonly Change[] } {
  // An account that nobody has entered goes with the user for whom a directory made it, and its name is free again.
  const isUnused = before.tenants.length === 0 && before.passwordHash === undefined;
  if (!mayEnter(before, tenant.code))
    return { user: before, changes: isUnused && before.version > 0 ? removeUser(platform, before) : [] };
  const tenants = before.tenants.filter((code) => code !== tenant.code);
  const left = addLeftTenant(before, tenant.code, subject.revokedBefore, now);
  const user = updateUser(before, { tenants, left }, now);
  return {
    user,
    changes: tenants.length === 0 ? removeUser(platform, before) : [replaceUser(platform, before, user)],
  };
}

/** Removes a user from the tenant, and from the platform who can enter no other. @throws Failure 403, 409, 412 */
export async function removeProvisionedUser(
  provisioning: Provisioning,
  account: Account,
): Promise<readonly Change[]> {
  const { platform, tenant, context, ifMatch } = provisioning;
  const { user: before, subject } = account;
  assertVersion(subject, ifMatch);
  assertNotOfPlatform(subject);
  const { user, changes } = leaveTenant(provisioning, account);
  return [
    ...changes,
    ...endTenantAccess(tenant, subject, context.now),
    ...(await changeAdministrators(platform, [toRoleChange(tenant.code, { before: subject })])),
    ...auditUserChange(platform, { before, after: user }, [{ tenant, before: subject }], context),
  ];
}
