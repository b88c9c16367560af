// Finds the users of a tenant by id, by name, by a filter, or page by page, as the tenant's own directory knows them.
import { type SubjectItem, subjectKey, subjectsByName } from '../../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { foldUserName } from '../../../../shared/auth/throttles/sign-in-throttle.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { invalid, notFound } from '../../../../shared/errors/failure.ts';
import { packCursor } from '../../../../shared/lists/cursor.ts';
import { decodeCursor } from '../../lists/list.ts';
import { findTenantUser } from '../../users/known-name.ts';
import { buildUser } from '../../users/user.ts';

/** So many users are read where a filter or an index needs all of them. */
export const maxUsersRead = 2000;

/** Users have these sort texts in the list of a tenant's subjects. */
const users = { beginsWith: 'user#' };

/** A user of the tenant, with the account. */
export interface Account {
  readonly user: UserItem;
  readonly subject: SubjectItem;
}

/** @throws Failure 404 */
export async function requireUser(tenant: TenantStore, id: string): Promise<SubjectItem> {
  const subject = await findTenantUser(tenant, id);
  if (!subject) throw notFound('user', id);
  return subject;
}

/**
 * A user of the tenant with their account. Another tenant may have removed the account of a user who never entered this one:
 * the directory's user is then one without an account, as it will be created at their first sign-in.
 * @throws Failure 404
 */
export async function requireAccount(
  platform: PlatformStore,
  tenant: TenantStore,
  id: string,
): Promise<Account> {
  const [subject, user] = await Promise.all([
    requireUser(tenant, id),
    platform.get(userKey(platform, id), { consistent: true }),
  ]);
  const lost = buildUser(id, { userName: subject.name }, new Date(subject.createdDate));
  return { user: user ?? { ...lost, version: 0 }, subject };
}

/**
 * All users of the tenant, by name.
 * @throws Failure 400 tooMany where they are more than are read for one request
 */
export async function listAllUsers(tenant: TenantStore): Promise<readonly SubjectItem[]> {
  const subjects = await tenant.queryAll(subjectsByName(tenant), { ...users, limit: maxUsersRead + 1 });
  if (subjects.length > maxUsersRead)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `The tenant has more than ${maxUsersRead} users: follow nextCursor, or filter by userName eq or id eq.`,
        target: 'startIndex',
      },
    ]);
  return subjects;
}

/** A page of users by name, after the one that the cursor names, and the cursor of the next page. */
export async function listUsersAfter(
  tenant: TenantStore,
  cursor: string | undefined,
  count: number,
): Promise<{ readonly found: readonly SubjectItem[]; readonly nextCursor: string | undefined }> {
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
    found: items,
    nextCursor: next && last ? packCursor([sortText(last.name, last.id), last.id]) : undefined,
  };
}
