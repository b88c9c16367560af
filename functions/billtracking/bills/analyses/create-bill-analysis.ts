// POST /api/1.0/bill/{id}/analysis
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { buildAnalysis, insertAnalysis, loadAuthors, presentAnalysis } from './analysis.ts';
import { createBillAnalysis } from './contract.ts';

export const handler = lambda(createBillAnalysis, async (context) => {
  const { params, body, tenant, caller, now, receivedAt, newId } = context;
  const [bill, settings] = await Promise.all([requireBill(tenant, params.id), loadBillSettings(tenant)]);
  const analysis = buildAnalysis(newId(), bill, body, caller, now);
  const authors = await loadAuthors(tenant, [analysis]);
  return write(
    [insertAnalysis(tenant, analysis)],
    successReply(
      presentAnalysis(analysis, settings, authors, createPicturePresenter(tenant, receivedAt)),
      `The analysis of ${bill.billNumber} was created.`,
    ),
  );
});
