// The administrators of the platform: who holds its role and where, in one item that every change of a holder renews,
// so that two administrators who remove each other at the same moment cannot leave nobody.
import { platformRole } from '../../shared/auth/permissions.ts';
import { readGroups } from '../../shared/auth/read-groups.ts';
import { type SubjectItem, subjectKey, type TenantItem, tenantKey } from '../../shared/auth/records.ts';
import { type UserItem, userKey } from '../../shared/auth/users.ts';
import { type Change, check, ifAbsent, ifVersion, put } from '../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../shared/data/store.ts';
import { conflict } from '../../shared/errors/failure.ts';
import { openTenant } from './open-tenant.ts';

/** A user who has the platform's role in a tenant, whether or not they can sign in at the moment. */
export interface RoleHolder {
  readonly userId: string;
  readonly tenantCode: string;
}

interface AdministratorsItem {
  readonly type: 'administrators';
  readonly holders: readonly RoleHolder[];
  readonly version: number;
}

const administratorsKey = (platform: PlatformStore): Key<AdministratorsItem> =>
  platform.key('ADMINISTRATORS', 'ADMINISTRATORS');

const accessKey = (platform: PlatformStore, { userId, tenantCode }: RoleHolder): Key<SubjectItem> =>
  subjectKey(openTenant(platform, tenantCode), userId);

/** Whether two entries of the list are the same one. */
export const isSameHolder = (first: RoleHolder, other: RoleHolder): boolean =>
  first.userId === other.userId && first.tenantCode === other.tenantCode;

/** Whether the access has the platform's role. */
export const hasPlatformRole = (subject: Pick<SubjectItem, 'roles'> | undefined): boolean =>
  subject?.roles.includes(platformRole) ?? false;

/** The list as it is stored; at version 0 for a platform that is older than the list, whose users are then read once. */
async function loadAdministrators(platform: PlatformStore): Promise<AdministratorsItem> {
  const stored = await platform.get(administratorsKey(platform), { consistent: true });
  if (stored) return stored;
  const holders: RoleHolder[] = [];
  for await (const { items } of platform.queryPages(platform.listing<UserItem>('USERS'))) {
    const accesses = items.flatMap(({ id, tenants }) =>
      tenants.map((tenantCode): RoleHolder => ({ userId: id, tenantCode })),
    );
    const [subjects] = await readGroups(accesses.map((access) => accessKey(platform, access)));
    holders.push(...accesses.filter((_, index) => hasPlatformRole(subjects[index])));
  }
  return { type: 'administrators', holders, version: 0 };
}

const ifUnchanged = ({ version }: AdministratorsItem) => (version === 0 ? ifAbsent : ifVersion(version));

const replaceAdministrators = (
  platform: PlatformStore,
  before: AdministratorsItem,
  holders: readonly RoleHolder[],
): Change =>
  put(
    administratorsKey(platform),
    { type: 'administrators', holders, version: before.version + 1 },
    { condition: ifUnchanged(before), onConflict: 'retry' },
  );

/** The change that lists users who get the platform's role; none when nobody does. */
export async function addAdministrators(
  platform: PlatformStore,
  added: readonly RoleHolder[],
): Promise<Change[]> {
  if (added.length === 0) return [];
  const before = await loadAdministrators(platform);
  const missing = added.filter((holder) => !before.holders.some((other) => isSameHolder(holder, other)));
  return [replaceAdministrators(platform, before, [...before.holders, ...missing])];
}

const canAdminister = (
  holder: RoleHolder,
  user: UserItem | undefined,
  subject: SubjectItem | undefined,
  settings: TenantItem | undefined,
): boolean =>
  user !== undefined &&
  !user.disabled &&
  user.passwordHash !== undefined &&
  user.tenants.includes(holder.tenantCode) &&
  hasPlatformRole(subject) &&
  subject?.disabled === false &&
  settings?.status === 'active';

/** So many holders are read in one round trip: three items each. */
const holdersPerRead = 33;

/** Whether one of these holders can sign in and administer the platform. */
async function includesActive(platform: PlatformStore, holders: readonly RoleHolder[]): Promise<boolean> {
  for (let start = 0; start < holders.length; start += holdersPerRead) {
    const some = holders.slice(start, start + holdersPerRead);
    const [users, subjects, settings] = await readGroups(
      some.map(({ userId }) => userKey(platform, userId)),
      some.map((holder) => accessKey(platform, holder)),
      some.map(({ tenantCode }) => tenantKey(openTenant(platform, tenantCode))),
    );
    if (some.some((holder, index) => canAdminister(holder, users[index], subjects[index], settings[index])))
      return true;
  }
  return false;
}

/**
 * The change to commit with the end of the administration of these holders, so that of two such changes at the same
 * moment the second is decided on what the first one left.
 * @param isRemoved whether they also lose the role, rather than being disabled or suspended
 * @throws Failure 409 when no other administrator of the platform can sign in
 */
export async function endAdministrators(
  platform: PlatformStore,
  isEnded: (holder: RoleHolder) => boolean,
  isRemoved: boolean,
): Promise<Change> {
  const before = await loadAdministrators(platform);
  const ended = before.holders.filter(isEnded);
  // Also when nobody is concerned, because the role can be given to somebody who is at the same moment.
  if (ended.length === 0) return checkUnchanged(platform, before);
  const remaining = before.holders.filter((holder) => !isEnded(holder));
  if (!(await includesActive(platform, remaining)) && (await includesActive(platform, ended)))
    throw conflict(
      'This would leave no administrator of the platform who can sign in; give another user the role ' +
        `${platformRole} first.`,
    );
  return replaceAdministrators(platform, before, isRemoved ? remaining : before.holders);
}

const checkUnchanged = (platform: PlatformStore, before: AdministratorsItem): Change =>
  check(administratorsKey(platform), ifUnchanged(before), 'retry');
