// GET /api/v1/People/{personId}/ReportedCredits
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { buildLinkHeader } from '../../listing/cursor-listing.ts';
import { recordSortPrefixes } from '../training-record/training-record.ts';
import { listReportedCreditsOfPerson } from './contract.ts';
import { presentReport } from './present.ts';
import { personReportSort, reportsOfPerson } from './store.ts';

export const handler = lambda(listReportedCreditsOfPerson, async (context) => {
  const { params, query, tenant, caller, url } = context;
  assertMayActFor(caller, params.personId, 'training.credits.read');
  const prefix = recordSortPrefixes.reportedCredit;
  const [, { items, next }] = await Promise.all([
    requirePerson(tenant, params.personId),
    readCursorPage(`REPORTED-CREDITS-OF#${params.personId}`, query, personReportSort, (limit, after) =>
      tenant.queryAll(reportsOfPerson(tenant, params.personId), {
        from: prefix,
        to: after ?? `${prefix}~`,
        limit,
        backward: true,
      }),
    ),
  ]);
  return ok(
    items.map((report) => presentReport(report, context)),
    { headers: buildLinkHeader(url(`/api/v1/People/${params.personId}/ReportedCredits`), query, next) },
  );
});
