// GET /api/v1/Public/getAwardById/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadAwardReferences } from '../../awards/store.ts';
import { requireActiveAward } from './active-award.ts';
import { getCatalogueAward } from './contract.ts';
import { presentCatalogueAwardDetail } from './present.ts';

export const handler = lambda(getCatalogueAward, async ({ params, tenant }) => {
  const award = await requireActiveAward(tenant, params.id);
  return ok(presentCatalogueAwardDetail(award, await loadAwardReferences(tenant, award)));
});
