// GET /scim/v2/Users
import type { SubjectItem } from '../../../../shared/auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { foldId } from '../../administration/administration.ts';
import { findName, findTenantUser } from '../../users/known-name.ts';
import { applyFilter, findEqualValue, parseFilter } from '../filter.ts';
import { type ListedPage, maxCount, okScim, presentList, selectAttributes, slicePage } from '../message.ts';
import { listProvisionedUsers } from './contract.ts';
import { listAllUsers, listUsersAfter } from './find.ts';
import { presentProvisionedUser, userAttributes } from './present.ts';

type Present = (subject: SubjectItem) => ReturnType<typeof presentProvisionedUser>;

interface Query {
  readonly filter?: string | undefined;
  readonly startIndex: number;
  readonly count: number;
  readonly cursor?: string | undefined;
}

async function findPage(
  platform: PlatformStore,
  tenant: TenantStore,
  query: Query,
  present: Present,
): Promise<ListedPage<ReturnType<Present>>> {
  if (query.filter !== undefined) {
    const filter = parseFilter(query.filter, userAttributes);
    const name = findEqualValue(filter, 'userName');
    const id = findEqualValue(filter, 'id');
    if (name === undefined && id === undefined)
      return slicePage(applyFilter((await listAllUsers(tenant)).map(present), filter), query);
    const found =
      name !== undefined
        ? (await findName(platform, tenant, name)).subject
        : await findTenantUser(tenant, foldId(id ?? ''));
    return slicePage(found ? [present(found)] : [], query);
  }
  if (query.cursor === undefined) return slicePage((await listAllUsers(tenant)).map(present), query);
  // The first page by cursor is requested with an empty one (RFC 9865, 2.1).
  const count = Math.min(Math.max(1, query.count), maxCount);
  const { found, nextCursor } = await listUsersAfter(tenant, query.cursor || undefined, count);
  return { total: found.length, startIndex: 1, resources: found.map(present), nextCursor };
}

export const handler = lambda(listProvisionedUsers, async ({ query, platform, tenant, settings, url }) => {
  const present: Present = (subject) => presentProvisionedUser(subject, settings, url);
  const page = await findPage(platform, tenant, query, present);
  return okScim(
    presentList({ ...page, resources: page.resources.map((user) => selectAttributes(user, query)) }),
  );
});
