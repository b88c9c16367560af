// GET /api/v1/Settings/Audit

import { auditSort, settingsAudit } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { buildLinkHeader, loadMergedPage } from '../../listing/cursor-listing.ts';
import { listSettingChanges } from './contract.ts';

export const handler = lambda(listSettingChanges, async ({ tenant, query, url }) => {
  const latestFirst = { backward: true };
  const { items, next } = await loadMergedPage(
    tenant,
    [settingsAudit(tenant)],
    query,
    auditSort,
    latestFirst,
  );
  const changes = items.map(({ id, at, setting, entry, action, by, byName, before, after }) => ({
    ...{ id, at, setting, entry, action, by, byName, before, after },
  }));
  return ok(changes, { headers: buildLinkHeader(url('/api/v1/Settings/Audit'), query, next) });
});
