// Recognises how a table is written: its encoding, its delimiter and its quotation marks.

import { countHeadings, HEADING_ROWS } from '../headings/find-headings.ts';
import { decodeBytes, detectEncoding, type Encoding, type OpenBytes, readStart } from './decode.ts';
import { isWorkbook } from './workbook.ts';

/** How a table of text is written. */
export interface TextFormat {
  readonly type: 'text';
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly quote: string;
  /** What stands before a quotation mark within a text. */
  readonly escape: string;
  /** Whether the first line only names the delimiter, as some spreadsheets write: `sep=;`. */
  readonly hasDelimiterLine: boolean;
}

/** How a table is written: as text, or as a workbook of a spreadsheet. */
export type TableFormat = TextFormat | { readonly type: 'workbook' };

const delimiters = [',', ';', '\t', '|'] as const;

/** As many characters of a file as show how it is written. */
const SAMPLE_LENGTH = 100_000;

async function readSample(open: OpenBytes, encoding: Encoding): Promise<string> {
  let sample = '';
  for await (const piece of decodeBytes(open, encoding)) {
    sample += piece;
    if (sample.length > SAMPLE_LENGTH) break;
  }
  return sample.trimStart().slice(0, SAMPLE_LENGTH);
}

/** Recognises the format of a table. Reads the file once, and its beginning once more. */
export async function detectTableFormat(open: OpenBytes): Promise<TableFormat> {
  return isWorkbook(await readStart(open, 4)) ? { type: 'workbook' } : detectTextFormat(open);
}

async function detectTextFormat(open: OpenBytes): Promise<TextFormat> {
  const encoding = await detectEncoding(open);
  const sample = await readSample(open, encoding);
  const [, named] = /^"?sep=([,;|\t])"?(?:\r|\n|$)/i.exec(sample) ?? [];
  const whole = named === undefined ? sample : sample.replace(/^[^\r\n]*[\r\n]+/, '');
  const { text, delimiter } = named === undefined ? findHeadings(whole) : { text: whole, delimiter: named };
  const quote = detectQuote(text, delimiter);
  return {
    type: 'text',
    encoding,
    delimiter,
    quote,
    escape: detectEscape(text, quote),
    hasDelimiterLine: named !== undefined,
  };
}

/** The text from its headings on, and their delimiter: those of the line and the delimiter with most usual headings. */
function findHeadings(text: string): { readonly text: string; readonly delimiter: string } {
  const lines = text.split(/\r\n?|\n/, HEADING_ROWS).filter((line) => line.trim() !== '');
  const first = lines[0] ?? '';
  const count = (line: string, delimiter: string): number =>
    countHeadings(line.split(delimiter).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, '$2')));
  if (delimiters.some((delimiter) => count(first, delimiter) > 0))
    return { text, delimiter: detectDelimiter(text) };
  for (const line of lines) {
    const delimiter = delimiters.find((each) => count(line, each) >= 2);
    if (delimiter !== undefined) return { text: text.slice(text.indexOf(line)), delimiter };
  }
  const line = lines.find((each) => delimiters.some((delimiter) => each.split(delimiter).length > 2));
  return {
    text,
    delimiter: detectDelimiter(delimiters.some((each) => first.includes(each)) ? text : (line ?? '')),
  };
}

/** The delimiter that the first line with text has most of, outside of quotation marks. */
export function detectDelimiter(text: string): string {
  const heading = (text.split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => heading.split(delimiter).length;
  return delimiters.reduce<string>(
    (best, delimiter) => (count(delimiter) > count(best) ? delimiter : best),
    ',',
  );
}

/** Apostrophes are quotation marks where all headings are in them; elsewhere they belong to names. */
function detectQuote(text: string, delimiter: string): string {
  const headings = (text.split(/[\r\n]/, 1)[0] ?? '').split(delimiter).map((heading) => heading.trim());
  return headings.length > 1 && headings.every((heading) => /^'[^']*'$/.test(heading)) ? "'" : '"';
}

/** Databases write \" where spreadsheets write "". */
const detectEscape = (text: string, quote: string): string =>
  text.includes(`\\${quote}`) && !new RegExp(`\\w${quote}${quote}|${quote}${quote}\\w`).test(text)
    ? '\\'
    : quote;
