// GET /api/1.0/legislative/public-bills/sessions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillSessions } from './contract.ts';
import { buildFacets } from './facets.ts';

export const handler = lambda(listBillSessions, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ sessionId, sessionName }) => [{ value: String(sessionId), text: sessionName }])
      .map(({ value, text }) => ({ sessionId: Number(value), sessionName: text }))
      .reverse(),
  );
});
