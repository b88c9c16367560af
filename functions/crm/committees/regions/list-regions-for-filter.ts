// GET /api/v1/TenantRegion/GetAllTenantRegionForFilter/{date}
import { regions } from '../../../../shared/directory/committees/committee-definitions.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareNames } from '../../lists/compare-names.ts';
import { presentChoices } from '../definitions/choices.ts';
import { listRegionsForFilter } from './contract.ts';

export const handler = lambda(listRegionsForFilter, async ({ tenant }) =>
  ok(presentChoices((await listDefinitions(tenant, regions)).sort(compareNames))),
);
