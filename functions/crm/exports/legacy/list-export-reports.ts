// POST /api/v1/exportpeople/allreport

import { findOwner } from '../../../../shared/auth/access/owner.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { applyDirection, compareTexts } from '../../../../shared/lists/sort.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ExportItem } from '../export.ts';
import { listExportsOf } from '../store.ts';
import { listExportReports } from './contract.ts';
import { getReportName, presentReport } from './present-reports.ts';

const sortKeys = {
  createdDate: ({ createdDate }: ExportItem) => createdDate,
  reportName: getReportName,
  status: ({ status }: ExportItem) => status,
};

export const handler = lambda(listExportReports, async (context) => {
  const { tenant, settings, caller, body, receivedAt } = context;
  const { reportName, status, fromDate, toDate } = body.filterBody;
  const { sortBy, sortDirection, ...page } = toPageRequest(body);
  const found = (await listExportsOf(tenant, findOwner(caller), receivedAt)).filter((item) => {
    const day = toLocalDate(settings.timeZone, new Date(item.createdDate));
    return (
      (reportName === undefined || getReportName(item).includes(reportName.toLowerCase())) &&
      (status.length === 0 || status.includes(item.status)) &&
      (fromDate === undefined || day >= fromDate) &&
      (toDate === undefined || day <= toDate)
    );
  });
  const keyOf = sortKeys[sortBy];
  const sorted = applyDirection(
    found.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)) || compareTexts(a.createdDate, b.createdDate)),
    sortDirection,
  );
  return ok(
    presentPage(
      takePage(sorted, page).map((item) => presentReport(item, context)),
      sorted.length,
    ),
  );
});
