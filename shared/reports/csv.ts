// Writes tables as CSV files, which people open in spreadsheets.
import { stringify } from 'csv-stringify/sync';

/**
 * CSV (RFC 4180) in UTF-8 with a byte order mark, without which spreadsheets assume another encoding.
 *
 * Every field is quoted: a spreadsheet that separates by semicolons or tabs, as many countries' do, would otherwise begin
 * a cell within a text, and take what follows for a formula (OWASP, "CSV Injection"). Text cells are escaped before
 * (`escapeCsvFormula`).
 */
export const writeCsv = (rows: readonly (readonly string[])[]): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      rows.map((row) => [...row]),
      { bom: true, record_delimiter: 'windows', quoted: true, quoted_empty: true },
    ),
  );
