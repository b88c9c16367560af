// PUT /api/1.0/session/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { storedSessionById, writeSession } from '../../../shared/legislature/sessions/sessions.ts';
import { successReply } from '../envelopes.ts';
import { updateSession } from './contract.ts';
import { applySessionUpdate } from './session-input.ts';

export const handler = lambda(updateSession, async ({ params, body, tenant, ifMatch, ...context }) => {
  const before = await storedSessionById(tenant, params.id, { consistent: true });
  if (!before) throw notFound('session', String(params.id));
  const session = applySessionUpdate(before.session, body);
  const views = { before: { ...before.session }, after: { ...session } };
  const record = { recordType: 'Session', recordId: String(session.id) } as const;
  return write(
    [
      ...writeSession(tenant, before, session, context.now, ifMatch),
      auditRecordChange(tenant, { ...record, ...views }, context),
    ],
    successReply(session, 'The session was updated.', { version: before.version + 1 }),
  );
});
