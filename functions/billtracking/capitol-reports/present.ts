// Presents a capitol report with the addresses of its files.
import { stateById } from '../../../shared/legislature/states.ts';
import { formatNames } from './formats/format.ts';
import { getReportTypeLabel } from './content/report-types.ts';
import type { CapitolReportItem } from './store.ts';

/** @param url the absolute address of a path in the area */
export const presentReport = (report: CapitolReportItem, url: (path: string) => string) => ({
  id: report.id,
  reportType: report.reportType,
  reportTypeName: getReportTypeLabel(report.reportType),
  title: report.title,
  stateId: report.stateId,
  state: stateById(report.stateId)?.abbreviation ?? '',
  sessionId: report.sessionId,
  session: report.session,
  startDate: report.startDate,
  endDate: report.endDate,
  billCount: report.billCount,
  sha256: report.sha256,
  createdBy: report.createdBy,
  createdDate: report.createdDate,
  files: formatNames.map((format) => ({
    format,
    url: url(`/api/1.0/CapitolReport/report/${report.id}/${format}`),
  })),
});
