// GET /api/1.0/CapitolReport/get-legislationDays/{stateId}/versions
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { listLegislationDaysVersions } from './contract.ts';
import { presentVersionEntry } from './present.ts';
import { requireSession } from './resolve-session.ts';
import { legislationDaysVersions } from './store.ts';

export const handler = lambda(listLegislationDaysVersions, async ({ params, query, tenant, now }) => {
  const ids = [{ target: 'sessionId', id: query.sessionId }];
  const { session } = await requireSession(tenant, params.stateId, { ids }, now);
  const versions = await legislationDaysVersions(tenant, session.id);
  const entries = versions.map((version, index) => presentVersionEntry(version, versions[index - 1]));
  return successReply(
    entries.reverse(),
    `The legislation days of ${session.name}: ${versions.length} versions`,
  );
});
