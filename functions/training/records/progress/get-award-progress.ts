// GET /api/v1/People/{personId}/Awards/{awardId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getAwardProgress } from './contract.ts';
import { loadNamedProgress } from './named-progress.ts';
import { presentProgress } from './present.ts';

export const handler = lambda(getAwardProgress, async (ctx) => {
  const { award, progress, names, today, waiting } = await loadNamedProgress(ctx);
  return ok(presentProgress(award, progress, names, today, waiting));
});
