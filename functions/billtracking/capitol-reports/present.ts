// Presents a capitol report with the addresses of its files.

import { stateById } from '../../../shared/legislature/states.ts';
import { pick } from '../../../shared/values/pick.ts';
import { showAuthor } from '../caller.ts';
import { getReportTypeLabel } from './content/report-types.ts';
import { formatNames } from './formats/format.ts';
import type { CapitolReportItem } from './store.ts';

/** @param url the absolute address of a path in the area */
export const presentReport = (report: CapitolReportItem, url: (path: string) => string) => ({
  ...pick(report, ['id', 'reportType']),
  reportTypeName: getReportTypeLabel(report.reportType),
  ...pick(report, ['title', 'stateId']),
  state: stateById(report.stateId)?.abbreviation ?? '',
  ...pick(report, ['sessionId', 'session', 'startDate', 'endDate']),
  ...pick(report, ['billCount', 'sha256']),
  createdBy: showAuthor(report.createdBy),
  createdDate: report.createdDate,
  files: formatNames.map((format) => ({
    format,
    url: url(`/api/1.0/CapitolReport/report/${report.id}/${format}`),
  })),
});
