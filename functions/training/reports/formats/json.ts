// A report as JSON: heading, columns, rows and totals.
import type { ReportDocument } from '../definition/document.ts';

/** Writes UTF-8 JSON. Unknown values are absent from their row. */
export const writeJson = async ({
  report,
  title,
  tenantName,
  subject,
  period,
  asOf,
  currency,
  columns,
  rows,
  totals,
}: ReportDocument): Promise<Uint8Array> =>
  new TextEncoder().encode(
    JSON.stringify({
      report,
      title,
      tenant: tenantName,
      subject,
      period,
      asOf: asOf.toISOString(),
      currency,
      columns: Object.entries(columns).map(([name, column]) => ({
        name,
        title: column.title,
        kind: column.kind,
      })),
      rows,
      totals: totals.map(({ label, sums }) => ({ label, ...sums })),
    }),
  );
