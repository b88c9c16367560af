// Finds the users of a tenant by id, by name, by a filter, or page by page.
import { readGroups } from '../../../../shared/auth/read-groups.ts';
import { type SubjectItem, subjectKey, subjectsByName } from '../../../../shared/auth/records.ts';
import { foldUserName } from '../../../../shared/auth/sign-in-throttle.ts';
import { type UserItem, userKey } from '../../../../shared/auth/users.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { invalid, notFound } from '../../../../shared/errors/failure.ts';
import { packCursor } from '../../../../shared/lists/cursor.ts';
import { decodeCursor } from '../../list.ts';
import { userIdByName } from '../../users/store.ts';
import type { TenantUser } from './present.ts';

/** So many users are read where a filter or an index needs all of them. */
export const maxUsersRead = 2000;

/** Users have these sort texts in the list of a tenant's subjects. */
const users = { beginsWith: 'user#' };

/** A user of the tenant with their whole account. @throws Failure 404 */
export async function requireTenantUser(
  platform: PlatformStore,
  tenant: TenantStore,
  id: string,
): Promise<{ readonly user: UserItem; readonly subject: SubjectItem }> {
  const [[user], [subject]] = await readGroups([userKey(platform, id)], [subjectKey(tenant, id)]);
  // A client of the tenant is a subject too, and no user.
  if (!user || subject?.kind !== 'user') throw notFound('user', id);
  return { user, subject };
}

/** The user of the tenant with this name; undefined for a user of other tenants alone, as for one that nobody is. */
export async function findUserByName(
  platform: PlatformStore,
  tenant: TenantStore,
  userName: string,
): Promise<TenantUser | undefined> {
  const id = await userIdByName(platform, userName);
  return id === undefined ? undefined : findUser(platform, tenant, id);
}

/** The user of the tenant with this id. */
export const findUser = async (
  platform: PlatformStore,
  tenant: TenantStore,
  id: string,
): Promise<TenantUser | undefined> =>
  requireTenantUser(platform, tenant, id).catch((error) => {
    if (error?.code === 'RESOURCE_NOT_FOUND') return undefined;
    throw error;
  });

async function withAccounts(
  platform: PlatformStore,
  subjects: readonly SubjectItem[],
): Promise<TenantUser[]> {
  const accounts = await platform.getMany(subjects.map(({ id }) => userKey(platform, id)));
  return subjects.flatMap((subject, index) => {
    const user = accounts[index];
    return user ? [{ user, subject }] : [];
  });
}

/**
 * All users of the tenant, by name.
 * @throws Failure 400 tooMany where they are more than are read for one request
 */
export async function listAllUsers(platform: PlatformStore, tenant: TenantStore): Promise<TenantUser[]> {
  const subjects = await tenant.queryAll(subjectsByName(tenant), { ...users, limit: maxUsersRead + 1 });
  if (subjects.length > maxUsersRead)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `The tenant has more than ${maxUsersRead} users: follow nextCursor, or filter by userName eq or id eq.`,
        target: 'startIndex',
      },
    ]);
  return withAccounts(platform, subjects);
}

/** A page of users by name, after the one that the cursor names, and the cursor of the next page. */
export async function listUsersAfter(
  platform: PlatformStore,
  tenant: TenantStore,
  cursor: string | undefined,
  count: number,
): Promise<{ readonly found: readonly TenantUser[]; readonly nextCursor: string | undefined }> {
  const listing = subjectsByName(tenant);
  const sortText = (name: string, id: string) => `user#${foldUserName(name)}#${id}`;
  const [sort = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2);
  const { pk, sk } = subjectKey(tenant, id);
  const { items, next } = await tenant.query(listing, {
    ...users,
    limit: count,
    ...(cursor !== undefined && { after: { gsi1pk: listing.name, gsi1sk: sort, pk, sk } }),
  });
  const last = items.at(-1);
  return {
    found: await withAccounts(platform, items),
    nextCursor: next && last ? packCursor([sortText(last.name, last.id), last.id]) : undefined,
  };
}
