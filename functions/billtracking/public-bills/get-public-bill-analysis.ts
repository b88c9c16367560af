// GET /api/1.0/legislative/public-bills/{id}/maco/publicanalysis
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listAnalyses, loadAuthors, presentAnalysis } from '../bills/analyses/analysis.ts';
import { requireBill } from '../bills/record/store.ts';
import { resolveTrackingLevel } from '../bills/settings/bill-settings.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { getPublicBillAnalysis } from './contract.ts';

export const handler = lambda(getPublicBillAnalysis, async (context) => {
  const { params, tenant, caller, settings, receivedAt } = context;
  const [bill, billSettings, found] = await Promise.all([
    requireBill(tenant, params.id),
    loadBillSettings(tenant),
    listAnalyses(tenant, params.id),
  ]);
  const analyses = found.filter(({ isPublic }) => isPublic);
  const signature = caller.kind === 'anonymous' ? settings.name : undefined;
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  const authors = await loadAuthors(tenant, analyses);
  const level = resolveTrackingLevel(billSettings, bill);
  return ok({
    publicTrackingLevelColor: level.colorCode,
    publicTrackingLevelText: level.title,
    clientBillAnalysis: analyses.map((analysis) =>
      presentAnalysis(analysis, billSettings, authors, presentPicture, signature),
    ),
  });
});
