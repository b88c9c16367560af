// The rows of files that the platform wrote as tables. Libraries are imported on first use, because most files are not tables.

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const toText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));

/** The rows of all sheets of a workbook. */
async function readWorkbookRows(bytes: Uint8Array): Promise<string[][]> {
  const { readXlsx } = await import('hucre/xlsx');
  const { sheets } = await readXlsx(bytes);
  return sheets.flatMap(({ rows }) => rows.map((row) => row.map(toText)));
}

async function readCsvRows(bytes: Uint8Array): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  return parse(Buffer.from(bytes), { bom: true, relax_column_count: true });
}

/** The values of the object on each line. */
const readJsonLines = (bytes: Uint8Array): string[][] =>
  Buffer.from(bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Object.values(JSON.parse(line)).map(toText));

/** The cells of each row of a CSV file, a workbook or JSON Lines, as texts; undefined for a file that is no table. */
export async function readTableRows(contentType: string, bytes: Uint8Array): Promise<string[][] | undefined> {
  if (contentType === workbook) return readWorkbookRows(bytes);
  if (contentType.startsWith('text/csv')) return readCsvRows(bytes);
  return contentType === 'application/jsonl' ? readJsonLines(bytes) : undefined;
}
