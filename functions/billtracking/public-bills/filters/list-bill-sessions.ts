// GET /api/1.0/legislative/public-bills/sessions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillSessions } from './contract.ts';
import { listOptions } from './facets.ts';

export const handler = lambda(listBillSessions, async ({ tenant }) => {
  const sessions = await listOptions(tenant, ({ sessionId, sessionName }) => [
    { value: String(sessionId), text: sessionName },
  ]);
  return ok(sessions.map(({ value, text }) => ({ sessionId: Number(value), sessionName: text })).reverse());
});
