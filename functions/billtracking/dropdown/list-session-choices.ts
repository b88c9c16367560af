// GET /api/1.0/dropdown/sessions
import { lambda } from '../../../shared/http/lambda.ts';
import { sessionsOf } from '../../../shared/legislature/sessions.ts';
import { succeeded } from '../envelopes.ts';
import { sessionChoices } from './present.ts';
import { listSessionChoices } from './contract.ts';
import { stateAsked } from './resolve-state-id.ts';

export const handler = lambda(listSessionChoices, async ({ query, tenant }) => {
  const sessions = sessionChoices(await sessionsOf(tenant, { stateId: await stateAsked(tenant, query) }));
  return succeeded(sessions, `${sessions.length} sessions`);
});
