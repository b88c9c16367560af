// GET /api/v1/TenantRegion
import { regions } from '../../../../shared/directory/committees/committee-definitions.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listRegions } from './contract.ts';
import { presentRegion } from './region.ts';

export const handler = lambda(listRegions, async ({ tenant, query }) => {
  const all = (await listDefinitions(tenant, regions)).sort(compareNames);
  return ok(
    takeWholeListPage(
      all.map((each) => presentRegion(each, tenant.code)),
      query,
    ),
  );
});
