// GET /api/v1/TenantUsers
import { subjectKey, subjectsByName } from '../../../shared/auth/accounts/records.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageRange, presentPage } from '../lists/list.ts';
import { subjectSort } from '../users/store.ts';
import { listTenantUsers } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(listTenantUsers, async ({ query, tenant, settings }) => {
  const listing = subjectsByName(tenant);
  const range = buildPageRange(query, 2, ([sort = '', id = '']) => {
    const { pk, sk } = subjectKey(tenant, id);
    return { gsi1pk: listing.name, gsi1sk: sort, pk, sk };
  });
  const page = await tenant.query(listing, { ...range, beginsWith: 'user#' });
  return ok(
    presentPage(
      page,
      (subject) => presentTenantUser(subject, settings),
      (last) => [subjectSort(last), last.id],
    ),
  );
});
