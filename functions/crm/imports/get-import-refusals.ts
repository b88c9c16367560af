// GET /api/v1/Imports/{id}/Refusals
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { writeCsv } from '../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../shared/reports/escape-csv-formula.ts';
import { getImportRefusals } from './contract.ts';
import type { ImportItem } from './record/import.ts';
import { assertMayImport } from './record/present.ts';
import { loadRefusals, type ProblemRow, requireStoredImport } from './record/store.ts';

/** The most bytes of a file, before quotation marks: a reply has 4.5 MB. */
const MAX_BYTES = 2_000_000;

/** A line for each problem of a row. */
const buildLines = ({ row, isRefused, problems, cells }: ProblemRow): string[][] =>
  problems.map(({ field, value, reason }) => [
    row,
    isRefused ? 'refused' : 'left out',
    ...[field, value, reason, ...cells].map(escapeCsvFormula),
  ]);

const buildHeadings = ({ columns }: ImportItem): string[] => [
  ...['Row', 'Outcome', 'Field', 'Value', 'Reason'],
  ...columns.map(({ heading }) => escapeCsvFormula(heading)),
];

export const handler = lambda(getImportRefusals, async (context) => {
  const { tenant, params, query, url } = context;
  const { item } = await requireStoredImport(tenant, params.id);
  assertMayImport(context, item.kind);
  const { runId, pages } = item.refused ?? { runId: '', pages: 0 };
  const lines: string[][] = [];
  let bytes = 0;
  let page = query.from;
  for (; page < pages && bytes < MAX_BYTES; page += 1) {
    const added = (await loadRefusals(tenant, item.id, runId, page)).flatMap(buildLines);
    for (const line of added) {
      lines.push(line);
      bytes += Buffer.byteLength(line.join());
    }
  }
  const next = url(`/api/v1/Imports/${item.id}/Refusals?from=${page}`);
  return file(writeCsv([buildHeadings(item), ...lines]), {
    contentType: 'text/csv',
    fileName: `Refusals of ${item.fileName.replace(/\.[^.]*$/, '')}${query.from === 0 ? '' : ` from ${query.from}`}.csv`,
    headers: page < pages ? { Link: `<${next}>; rel="next"` } : {},
  });
});
