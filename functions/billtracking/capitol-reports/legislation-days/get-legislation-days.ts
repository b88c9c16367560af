// GET /api/1.0/CapitolReport/get-legislationDays/{stateId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getLegislationDays } from './contract.ts';
import { presentLegislationDays } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { legislationDaysBySession } from './store.ts';

export const handler = lambda(getLegislationDays, async ({ params, query, tenant, now }) => {
  const ids = [{ target: 'sessionId', id: query.sessionId }];
  const asked = await requireSession(tenant, params.stateId, { ids }, now);
  const kept = await legislationDaysBySession(tenant, asked.session.id);
  const message = kept
    ? `Days mapped of ${asked.session.name}: ${kept.days.length}`
    : `No legislation days were saved for ${asked.session.name} yet.`;
  return successReply(presentLegislationDays(asked, kept, query), message, { version: kept?.version ?? 0 });
});
