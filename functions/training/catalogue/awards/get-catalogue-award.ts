// GET /api/v1/Public/getAwardById/{id}
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadAwardReferences } from '../../awards/store.ts';
import { requireActiveAward } from './active-award.ts';
import { getCatalogueAward } from './contract.ts';
import { presentCatalogueAwardDetail } from './present.ts';

export const handler = lambda(getCatalogueAward, async ({ params, tenant, receivedAt }) => {
  const award = await requireActiveAward(tenant, params.id);
  const references = await loadAwardReferences(tenant, award);
  return ok(presentCatalogueAwardDetail(award, references, createPicturePresenter(tenant, receivedAt)));
});
