// POST /api/1.0/session
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { insertSession } from '../../../shared/legislature/sessions.ts';
import { createSession } from './contract.ts';
import { parseSession } from './session-input.ts';

export const handler = lambda(createSession, async ({ body, tenant, now, url }) => {
  const { session, changes } = await insertSession(tenant, parseSession(body), now);
  const reply = { data: session, success: true, message: 'The session was created.' } as const;
  return write(changes, created(reply, url(`/api/1.0/session/${session.id}`), { version: 1 }));
});
