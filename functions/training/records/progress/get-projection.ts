// GET /api/v1/People/{personId}/Awards/{awardId}/Projection
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getProjection } from './contract.ts';
import { loadNamedProgress } from './named-progress.ts';
import { presentCreditRequirements } from './present.ts';
import { computeProjection } from './projection.ts';

export const handler = lambda(getProjection, async (ctx) => {
  const { award, progress, names } = await loadNamedProgress(ctx);
  const { state, percent } = progress;
  const projection = computeProjection(award.name, progress, names);
  return ok({
    awardId: award.id,
    awardName: award.name,
    state,
    percent,
    ...projection,
    creditsNeeded: presentCreditRequirements(projection.creditsNeeded, names),
  });
});
