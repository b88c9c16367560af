// POST /api/1.0/session
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { insertSession } from '../../../shared/legislature/sessions/sessions.ts';
import { createSession } from './contract.ts';
import { parseSession } from './session-input.ts';

export const handler = lambda(createSession, async ({ body, tenant, url, ...context }) => {
  const { session, changes } = await insertSession(tenant, parseSession(body), context.now);
  const recordId = String(session.id);
  const audit = auditRecordChange(
    tenant,
    { recordType: 'Session', recordId, after: { ...session } },
    context,
  );
  const reply = { data: session, success: true, message: 'The session was created.' } as const;
  return write([...changes, audit], created(reply, url(`/api/1.0/session/${session.id}`), { version: 1 }));
});
