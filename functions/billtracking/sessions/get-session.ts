// GET /api/1.0/session/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { storedSessionById } from '../../../shared/legislature/sessions/sessions.ts';
import { successReply } from '../envelopes.ts';
import { getSession } from './contract.ts';

export const handler = lambda(getSession, async ({ params, tenant }) => {
  const stored = await storedSessionById(tenant, params.id);
  if (!stored) throw notFound('session', String(params.id));
  return successReply(stored.session, stored.session.name, { version: stored.version });
});
