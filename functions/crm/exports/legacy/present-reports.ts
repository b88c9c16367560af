// Exports as the reports of existing callers.
import type { ExportItem } from '../export.ts';
import { nextFileName } from '../export.ts';
import { type PresentContext, presentExport } from '../present.ts';

/** The name of the first file of an export, also before there is one. */
export const getReportName = (item: ExportItem): string => nextFileName({ ...item, files: [] });

/** An export as a report. */
export function presentReport(item: ExportItem, context: PresentContext) {
  const links = presentExport(item, context).files.map(({ link }) => link);
  return {
    id: item.id,
    reportName: getReportName(item),
    reportLink: links[0] ?? null,
    reportLinks: links,
    createdDate: item.createdDate,
    status: item.status,
  };
}
