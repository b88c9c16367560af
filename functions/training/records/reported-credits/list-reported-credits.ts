// GET /api/v1/ReportedCredits
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { buildLinkHeader } from '../../listing/cursor-listing.ts';
import { loadTypes } from '../../settings/types/store.ts';
import { listReportedCredits } from './contract.ts';
import { presentReport } from './present.ts';
import { listReports, reportSort } from './store.ts';

/** @throws Failure 400 */
async function assertKnownType(tenant: TenantStore, id: string): Promise<void> {
  const types = await loadTypes(tenant, [{ kind: 'creditType', id }]);
  if (!types.has(id)) throw invalid([unknownId('credit type', id, 'creditTypeId')]);
}

export const handler = lambda(listReportedCredits, async (context) => {
  const { query, tenant, url } = context;
  const { status, creditTypeId, submittedFrom, submittedTo } = query;
  const name = `REPORTED-CREDITS#${status}#${creditTypeId ?? ''}`;
  const to = submittedTo === undefined ? undefined : `${submittedTo}~`;
  const { items, next } = await readCursorPage(name, query, reportSort, async (limit, after) => {
    const from = after ?? submittedFrom;
    return to !== undefined && from !== undefined && from > to
      ? []
      : listReports(tenant, { status, creditTypeId }, { from, to, limit });
  });
  // Checked when nothing was found, so that it costs a page nothing.
  if (items.length === 0 && creditTypeId !== undefined) await assertKnownType(tenant, creditTypeId);
  return ok(
    items.map((report) => presentReport(report, context)),
    { headers: buildLinkHeader(url('/api/v1/ReportedCredits'), query, next) },
  );
});
