// GET /api/v1/TenantRegion/GetAllTenantRegionForFilter/{date}
import { regions } from '../../../../shared/directory/committee-definitions.ts';
import { listDefinitions } from '../../../../shared/directory/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentChoices } from '../definitions/choices.ts';
import { listRegionsForFilter } from './contract.ts';
import { compareRegions } from './region.ts';

export const handler = lambda(listRegionsForFilter, async ({ tenant }) =>
  ok(presentChoices((await listDefinitions(tenant, regions)).sort(compareRegions))),
);
