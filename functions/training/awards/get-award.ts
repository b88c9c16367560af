// GET /api/v1/Awards/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getAward } from './contract.ts';
import { awardById } from './record/award-record.ts';
import { presentAwardDetail } from './references.ts';
import { loadAwardReferences } from './store.ts';

export const handler = lambda(getAward, async ({ params, tenant }) => {
  const award = await awardById(tenant, params.id);
  if (!award) throw notFound('award', params.id);
  return ok(presentAwardDetail(award, await loadAwardReferences(tenant, award)), {
    version: award.version,
    isComposed: true,
  });
});
