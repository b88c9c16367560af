// GET /api/1.0/CapitolReport/get-legislationDays/{stateId}/versions/{version}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getLegislationDaysVersion } from './contract.ts';
import { presentVersion } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { legislationDaysVersion } from './store.ts';

export const handler = lambda(getLegislationDaysVersion, async ({ params, query, tenant, now }) => {
  const ids = [{ target: 'sessionId', id: query.sessionId }];
  const stateSession = await requireSession(tenant, params.stateId, { ids }, now);
  const { session } = stateSession;
  const { version, before } = await legislationDaysVersion(tenant, session.id, params.version);
  if (!version) throw notFound('version of the legislation days', String(params.version));
  return successReply(
    presentVersion(stateSession, version, before),
    `Version ${version.version} of the legislation days of ${session.name}`,
  );
});
