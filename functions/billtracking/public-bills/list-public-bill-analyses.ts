// GET /api/1.0/legislative/public-bills/{id}/analysis
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listAnalyses, loadAuthors, presentAnalysis } from '../bills/analyses/analysis.ts';
import { requireBill } from '../bills/record/store.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { listPublicBillAnalyses } from './contract.ts';

export const handler = lambda(listPublicBillAnalyses, async (context) => {
  const { params, tenant, caller, settings, receivedAt } = context;
  const [, billSettings, found] = await Promise.all([
    requireBill(tenant, params.id),
    loadBillSettings(tenant),
    listAnalyses(tenant, params.id),
  ]);
  const analyses = found.filter(({ isPublic }) => isPublic || caller.kind !== 'anonymous');
  const signature = caller.kind === 'anonymous' ? settings.name : undefined;
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  const authors = await loadAuthors(tenant, analyses);
  return ok(
    analyses.map((analysis) => presentAnalysis(analysis, billSettings, authors, presentPicture, signature)),
  );
});
