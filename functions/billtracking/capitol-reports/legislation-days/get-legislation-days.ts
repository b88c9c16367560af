// GET /api/1.0/CapitolReport/get-legislationDays/{stateId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getLegislationDays } from './contract.ts';
import { presentLegislationDays } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { legislationDaysBySession } from './store.ts';

export const handler = lambda(getLegislationDays, async ({ params, query, tenant, caller, now }) => {
  const ids = [{ target: 'sessionId', id: query.sessionId }];
  const stateSession = await requireSession(tenant, params.stateId, { ids }, now);
  const { session } = stateSession;
  const stored = await legislationDaysBySession(tenant, session.id);
  // Who saved it is for callers with a token (docs/interface/access.md#without-a-token).
  const map = stored && caller.kind === 'anonymous' ? { ...stored, savedBy: undefined } : stored;
  const message = map
    ? `The legislation days of ${session.name}: ${map.days.length} days`
    : `No legislation days were saved for ${session.name} yet.`;
  return successReply(presentLegislationDays(stateSession, map, query), message, {
    version: map?.version ?? 0,
    isComposed: true,
  });
});
