// The administrators of the platform and of each tenant: who holds the role and where, in one item that every change of a
// holder renews, so that two administrators who remove each other at the same moment cannot leave nobody.

import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import {
  type SubjectItem,
  subjectKey,
  subjectsByName,
  type TenantItem,
  tenantKey,
} from '../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { platformRole, tenantAdministratorRole } from '../../../shared/auth/permissions/permissions.ts';
import { type Change, check, ifAbsent, ifVersion, put } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore, Store } from '../../../shared/data/store.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { openTenant } from './open-tenant.ts';

/** A user who has the role in a tenant, whether or not they can sign in at the moment. */
export interface RoleHolder {
  readonly userId: string;
  readonly tenantCode: string;
}

interface AdministratorsItem {
  readonly type: 'administrators';
  readonly holders: readonly RoleHolder[];
  readonly version: number;
}

/** An administration that must not lose its last holder: that of the platform, or of one tenant. */
interface Administration {
  readonly role: string;
  /** The platform's store, or the tenant's. */
  readonly store: Store;
  /** What is left without an administrator, for people. */
  readonly what: string;
  /** Whether its holders need a tenant that is not suspended. */
  readonly needsActiveTenant: boolean;
  /** Its holders by their accesses, for a table that is older than the list. */
  readonly findHolders: () => Promise<RoleHolder[]>;
}

const platformAdministration = (platform: PlatformStore): Administration => ({
  role: platformRole,
  store: platform,
  what: 'the platform',
  needsActiveTenant: true,
  findHolders: async () => {
    const holders: RoleHolder[] = [];
    for await (const { items } of platform.queryPages(platform.listing<UserItem>('USERS'))) {
      const accesses = items.flatMap(({ id, tenants }) =>
        tenants.map((tenantCode): RoleHolder => ({ userId: id, tenantCode })),
      );
      const [subjects] = await readGroups(accesses.map((access) => accessKey(platform, access)));
      holders.push(...accesses.filter((_, index) => hasRole(subjects[index], platformRole)));
    }
    return holders;
  },
});

const tenantAdministration = (platform: PlatformStore, tenantCode: string): Administration => {
  const tenant = openTenant(platform, tenantCode);
  return {
    role: tenantAdministratorRole,
    store: tenant,
    what: `the tenant ${tenantCode}`,
    needsActiveTenant: false,
    findHolders: async () =>
      (await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' }))
        .filter((subject) => hasRole(subject, tenantAdministratorRole))
        .map(({ id }) => ({ userId: id, tenantCode })),
  };
};

const administratorsKey = ({ store }: Administration): Key<AdministratorsItem> =>
  store.key('ADMINISTRATORS', 'ADMINISTRATORS');

const accessKey = (platform: PlatformStore, { userId, tenantCode }: RoleHolder): Key<SubjectItem> =>
  subjectKey(openTenant(platform, tenantCode), userId);

const isSameHolder = (first: RoleHolder, other: RoleHolder): boolean =>
  first.userId === other.userId && first.tenantCode === other.tenantCode;

const hasRole = (subject: Pick<SubjectItem, 'roles'> | undefined, role: string): boolean =>
  subject?.roles.includes(role) ?? false;

/** Whether the access has the platform's role. */
export const hasPlatformRole = (subject: Pick<SubjectItem, 'roles'> | undefined): boolean =>
  hasRole(subject, platformRole);

/** The list as it is stored; at version 0 where there is none yet. */
async function loadAdministrators(administration: Administration): Promise<AdministratorsItem> {
  const { store, findHolders } = administration;
  const stored = await store.get(administratorsKey(administration), { consistent: true });
  return stored ?? { type: 'administrators', holders: await findHolders(), version: 0 };
}

const ifUnchanged = ({ version }: AdministratorsItem) => (version === 0 ? ifAbsent : ifVersion(version));

const replaceAdministrators = (
  administration: Administration,
  before: AdministratorsItem,
  holders: readonly RoleHolder[],
): Change =>
  put(
    administratorsKey(administration),
    { type: 'administrators', holders, version: before.version + 1 },
    { condition: ifUnchanged(before), onConflict: 'retry' },
  );

const canAdminister = (
  { role, needsActiveTenant }: Administration,
  holder: RoleHolder,
  user: UserItem | undefined,
  subject: SubjectItem | undefined,
  settings: TenantItem | undefined,
): boolean =>
  user !== undefined &&
  !user.disabled &&
  user.passwordHash !== undefined &&
  user.tenants.includes(holder.tenantCode) &&
  hasRole(subject, role) &&
  subject?.disabled === false &&
  (!needsActiveTenant || settings?.status === 'active');

/** So many holders are read in one round trip: three items each. */
const holdersPerRead = 33;

/** Whether one of these holders can sign in and administer. */
async function includesActive(
  platform: PlatformStore,
  administration: Administration,
  holders: readonly RoleHolder[],
): Promise<boolean> {
  for (let start = 0; start < holders.length; start += holdersPerRead) {
    const some = holders.slice(start, start + holdersPerRead);
    const [users, subjects, settings] = await readGroups(
      some.map(({ userId }) => userKey(platform, userId)),
      some.map((holder) => accessKey(platform, holder)),
      some.map(({ tenantCode }) => tenantKey(openTenant(platform, tenantCode))),
    );
    if (
      some.some((holder, index) =>
        canAdminister(administration, holder, users[index], subjects[index], settings[index]),
      )
    )
      return true;
  }
  return false;
}

/** @throws Failure 409 when nobody would be left who can sign in, and somebody could */
async function assertOthersRemain(
  platform: PlatformStore,
  administration: Administration,
  { holders }: AdministratorsItem,
  isEnded: (holder: RoleHolder) => boolean,
): Promise<void> {
  const ended = holders.filter(isEnded);
  const remaining = holders.filter((holder) => !isEnded(holder));
  if (
    ended.length > 0 &&
    !(await includesActive(platform, administration, remaining)) &&
    (await includesActive(platform, administration, ended))
  )
    throw conflict(
      `This would leave no administrator of ${administration.what} who can sign in; give another user the role ` +
        `${administration.role} first.`,
    );
}

/**
 * The change to commit with the end of these holders, so that of two such changes at the same moment the second is decided
 * on what the first one left.
 * @param isRemoved whether they also lose the role, rather than being disabled or suspended
 * @throws Failure 409 when no other administrator can sign in
 */
async function endHolders(
  platform: PlatformStore,
  administration: Administration,
  isEnded: (holder: RoleHolder) => boolean,
  isRemoved: boolean,
): Promise<Change> {
  const before = await loadAdministrators(administration);
  // Also when nobody is concerned, because the role can be given to somebody who is at the same moment.
  if (!before.holders.some(isEnded))
    return check(administratorsKey(administration), ifUnchanged(before), 'retry');
  await assertOthersRemain(platform, administration, before, isEnded);
  const remaining = before.holders.filter((holder) => !isEnded(holder));
  return replaceAdministrators(administration, before, isRemoved ? remaining : before.holders);
}

/**
 * The change to commit with the end of the platform's administrators in a tenant.
 * @param isRemoved whether they also lose the role, rather than being suspended
 * @throws Failure 409 when no other administrator of the platform can sign in
 */
export const endAdministrators = (
  platform: PlatformStore,
  tenantCode: string,
  isRemoved: boolean,
): Promise<Change> =>
  endHolders(
    platform,
    platformAdministration(platform),
    (holder) => holder.tenantCode === tenantCode,
    isRemoved,
  );

/** What roles a user had in a tenant, and has after a change. */
export interface RoleChange extends RoleHolder {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Whether the user can no longer enter the tenant, whatever roles they keep. */
  readonly isDisabled?: boolean;
}

/** The same, of the access to a tenant before and after a change; without `after` it ends. */
export const toRoleChange = (
  tenantCode: string,
  { before, after }: { readonly before: SubjectItem; readonly after?: SubjectItem | undefined },
): RoleChange => ({
  userId: before.id,
  tenantCode,
  before: before.roles,
  after: after?.roles ?? [],
  isDisabled: !before.disabled && after?.disabled === true,
});

/** The change of one list: who gets the role, who loses it, and who can no longer use it; none where nobody does. */
async function changeHolders(
  platform: PlatformStore,
  administration: Administration,
  changes: readonly RoleChange[],
): Promise<Change[]> {
  const { role } = administration;
  const has = (roles: readonly string[]) => roles.includes(role);
  const added = changes.filter(({ before, after }) => has(after) && !has(before));
  const removed = changes.filter(({ before, after }) => has(before) && !has(after));
  const disabled = changes.filter(({ before, after, isDisabled }) => isDisabled && has(before) && has(after));
  if (added.length + removed.length + disabled.length === 0) return [];
  const list = await loadAdministrators(administration);
  const isOneOf = (some: readonly RoleHolder[]) => (holder: RoleHolder) =>
    some.some((other) => isSameHolder(holder, other));
  const isEnded = isOneOf([...removed, ...disabled]);
  await assertOthersRemain(platform, administration, list, isEnded);
  const kept = list.holders.filter((holder) => !isOneOf(removed)(holder));
  const missing = added.filter((holder) => !isOneOf(kept)(holder));
  const holders = [...kept, ...missing.map(({ userId, tenantCode }) => ({ userId, tenantCode }))];
  return [replaceAdministrators(administration, list, holders)];
}

/**
 * The changes of the lists of administrators to commit with these changes of access.
 * @throws Failure 409 when the platform or a tenant would lose its last administrator
 */
export async function changeAdministrators(
  platform: PlatformStore,
  changes: readonly RoleChange[],
): Promise<Change[]> {
  const byTenant = Object.entries(Object.groupBy(changes, ({ tenantCode }) => tenantCode));
  const lists = [
    changeHolders(platform, platformAdministration(platform), changes),
    ...byTenant.map(([code, own = []]) => changeHolders(platform, tenantAdministration(platform, code), own)),
  ];
  return (await Promise.all(lists)).flat();
}
