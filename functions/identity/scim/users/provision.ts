// Provisioning of users as decisions: create, change and remove a user of one tenant, and never what other tenants have of them.
import { isDeepStrictEqual } from 'node:util';
import type { ProvisionedAttributes, SubjectItem } from '../../../../shared/auth/records.ts';
import { revokeAll } from '../../../../shared/auth/revocation.ts';
import { foldUserName } from '../../../../shared/auth/sign-in-throttle.ts';
import type { UserItem } from '../../../../shared/auth/users.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { type ErrorDetail, preconditionFailed, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { changeAdministrators, toRoleChange } from '../../administrators.ts';
import { auditUserChange } from '../../users/audit.ts';
import {
  endTenantAccess,
  insertAccess,
  insertUser,
  removeUser,
  replaceAccess,
  replaceUser,
} from '../../users/store.ts';
import { addLeftTenant, addTenant, buildUser, buildUserAccess, updateUser } from '../../users/user.ts';
import { assertNotOfPlatform, type Provisioning } from '../provisioning.ts';
import type { UserInput } from './patch.ts';

/** The changes, and the user after them. */
export interface Decision {
  readonly user: UserItem;
  readonly subject: SubjectItem;
  readonly changes: readonly Change[];
}

interface Account {
  readonly user: UserItem;
  readonly subject: SubjectItem;
}

const readAttributes = ({ externalId, displayName, name }: UserInput): ProvisionedAttributes => ({
  ...(externalId !== undefined && { externalId }),
  ...(displayName !== undefined && { displayName }),
  ...(name?.givenName !== undefined && { givenName: name.givenName }),
  ...(name?.familyName !== undefined && { familyName: name.familyName }),
});

/** The address that counts: the primary one, else the first. */
const findEmail = ({ emails = [] }: UserInput): string | undefined =>
  (emails.find(({ primary }) => primary) ?? emails[0])?.value;

function assertVersion({ version }: SubjectItem, ifMatch: IfMatch | undefined): void {
  if (ifMatch !== undefined && !ifMatch.includes(version)) throw preconditionFailed();
}

/** Creates a user who may enter the tenant and has no role yet. */
export function provisionUser(
  { platform, tenant, settings, context }: Provisioning,
  id: string,
  input: UserInput,
): Decision {
  const { now } = context;
  const bare = buildUser(id, { userName: input.userName, email: findEmail(input) }, now);
  const user = { ...bare, tenants: addTenant(bare, settings.id) };
  const isSuspended = input.active === false;
  const subject: SubjectItem = {
    ...buildUserAccess(user, settings, [], undefined, now),
    provisioned: readAttributes(input),
    ...(isSuspended && { isSuspended, disabled: true }),
  };
  return {
    user,
    subject,
    changes: [
      ...insertUser(platform, user),
      ...insertAccess(tenant, subject),
      ...auditUserChange(platform, { after: user }, [{ tenant, after: subject }], context),
    ],
  };
}

/** What a directory cannot change, because other tenants know the user by it too. */
function listImmutable({ user }: Account, input: UserInput): ErrorDetail[] {
  const email = findEmail(input);
  const isRenamed = foldUserName(input.userName) !== foldUserName(user.userName);
  const isMoved = email !== undefined && email !== user.email && user.tenants.length > 1;
  return [
    ...(isRenamed
      ? [
          {
            code: 'NOT_ALLOWED' as const,
            message: `userName cannot be changed; it is ${user.userName}.`,
            target: 'userName',
          },
        ]
      : []),
    ...(isMoved
      ? [
          {
            code: 'NOT_ALLOWED' as const,
            message: 'The user belongs to other tenants too, so that only they can change their address.',
            target: 'emails',
          },
        ]
      : []),
  ];
}

/**
 * Makes a user of the tenant as its directory has them. Attributes that are absent are cleared; the address and whether the
 * user is active stay.
 * @throws Failure 400 mutability, 403, 409, 412
 */
export async function changeProvisionedUser(
  { platform, tenant, context, ifMatch }: Provisioning,
  account: Account,
  input: UserInput,
): Promise<Decision> {
  const { now } = context;
  const { user: before, subject } = account;
  assertVersion(subject, ifMatch);
  assertNotOfPlatform(subject);
  throwIfInvalid(listImmutable(account, input));
  const email = findEmail(input) ?? before.email;
  const wasSuspended = subject.isSuspended ?? false;
  const isSuspended = input.active === undefined ? wasSuspended : !input.active;
  const provisioned = readAttributes(input);
  const isSame =
    email === before.email &&
    isSuspended === wasSuspended &&
    isDeepStrictEqual(provisioned, subject.provisioned ?? {});
  if (isSame) return { user: before, subject, changes: [] };
  const user = email === before.email ? before : updateUser(before, { email }, now);
  const after: SubjectItem = {
    ...subject,
    provisioned,
    isSuspended,
    disabled: before.disabled || isSuspended,
    ...(isSuspended && !wasSuspended && revokeAll(subject, now)),
    version: subject.version + 1,
    modifiedDate: now.toISOString(),
  };
  return {
    user,
    subject: after,
    changes: [
      ...(user === before ? [] : [replaceUser(platform, before, user)]),
      ...replaceAccess(tenant, subject, after),
      ...(await changeAdministrators(platform, [toRoleChange(tenant.code, { before: subject, after })])),
      ...auditUserChange(platform, { before, after: user }, [{ tenant, before: subject, after }], context),
    ],
  };
}

/** Removes a user from the tenant, and from the platform who can enter no other. @throws Failure 403, 409, 412 */
export async function removeProvisionedUser(
  { platform, tenant, context, ifMatch }: Provisioning,
  account: Account,
): Promise<readonly Change[]> {
  const { now } = context;
  const { user: before, subject } = account;
  assertVersion(subject, ifMatch);
  assertNotOfPlatform(subject);
  const tenants = before.tenants.filter((code) => code !== tenant.code);
  const left = addLeftTenant(before, tenant.code, subject.revokedBefore, now);
  const user = updateUser(before, { tenants, left }, now);
  return [
    ...(tenants.length === 0 ? removeUser(platform, before) : [replaceUser(platform, before, user)]),
    ...endTenantAccess(tenant, subject, now),
    ...(await changeAdministrators(platform, [toRoleChange(tenant.code, { before: subject })])),
    ...auditUserChange(platform, { before, after: user }, [{ tenant, before: subject }], context),
  ];
}
