// Finds the users of a tenant by id, by name, by a filter, or page by page, as the tenant's own directory knows them.
import { type SubjectItem, subjectKey, subjectsByName } from '../../../../shared/auth/records.ts';
import { foldUserName } from '../../../../shared/auth/sign-in-throttle.ts';
import { type UserItem, userKey } from '../../../../shared/auth/users.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { invalid, notFound } from '../../../../shared/errors/failure.ts';
import { packCursor } from '../../../../shared/lists/cursor.ts';
import { decodeCursor } from '../../list.ts';
import { provisionedNameKey, userIdByName } from '../../users/store.ts';
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

/** The user of the tenant with this id. */
export async function findUser(tenant: TenantStore, id: string): Promise<SubjectItem | undefined> {
  const subject = await tenant.get(subjectKey(tenant, id), { consistent: true });
  // A client of the tenant is a subject too, and no user.
  return subject?.kind === 'user' ? subject : undefined;
}

/** @throws Failure 404 */
export async function requireUser(tenant: TenantStore, id: string): Promise<SubjectItem> {
  const subject = await findUser(tenant, id);
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
  return { user: user ?? buildUser(id, { userName: subject.name }, new Date(subject.createdDate)), subject };
}

/** What is known of a name: the user of the tenant who has it, and the account that has it on the platform. */
export interface KnownName {
  readonly subject: SubjectItem | undefined;
  readonly accountId: string | undefined;
}

/** Finds who has a name. A user whom the directory calls otherwise has the name of the account no longer. */
export async function findName(
  platform: PlatformStore,
  tenant: TenantStore,
  userName: string,
): Promise<KnownName> {
  const [claim, accountId] = await Promise.all([
    tenant.get(provisionedNameKey(tenant, userName), { consistent: true }),
    userIdByName(platform, userName),
  ]);
  const id = claim?.subject ?? accountId;
  const found = id === undefined ? undefined : await findUser(tenant, id);
  const isOther = claim === undefined && found?.provisioned?.userName !== undefined;
  return { subject: isOther ? undefined : found, accountId };
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
