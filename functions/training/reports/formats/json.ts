// A report as JSON: what it is, its columns, its rows by the columns' names, and the totals.
import type { ReportDocument } from '../document.ts';

/** The document as UTF-8 JSON. Values that are not known are absent from their row. */
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
