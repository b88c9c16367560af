// GET /api/1.0/dropdown/sessions
import { lambda } from '../../../shared/http/lambda.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import { successReply } from '../envelopes.ts';
import { listSessionChoices } from './contract.ts';
import { presentSessionChoices } from './present.ts';
import { resolveStateId } from './resolve-state-id.ts';

export const handler = lambda(listSessionChoices, async ({ query, tenant }) => {
  const sessions = presentSessionChoices(
    await listSessions(tenant, { stateId: await resolveStateId(tenant, query) }),
  );
  return successReply(sessions, `${sessions.length} sessions`);
});
