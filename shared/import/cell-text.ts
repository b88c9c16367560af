// Recognises what spreadsheets write around a text to keep it a text, and formulas.
import type { Cell, ParsedValue } from './values.ts';

/** `="00123"`: a formula that is only a text, with which spreadsheets keep zeros at the beginning. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** An apostrophe before what would be a formula, as our own exports write it (shared/reports/escape-csv-formula.ts). */
const ESCAPED_FORMULA = /^'(?=\s*[=+\-@＝＋－＠])/;

/** What a formula begins with: a function, a reference to a cell, a number or a bracket. */
const FORMULA = /^[=＝]/;

/** The text of a cell, whatever a spreadsheet wrote around it; a formula has no value here and is a problem. */
export function readCellText({ field, value }: Cell): ParsedValue<string> {
  const [, text] = TEXT_FORMULA.exec(value) ?? [];
  if (text !== undefined) return { value: text.replaceAll('""', '"').trim() };
  if (ESCAPED_FORMULA.test(value)) return { value: value.slice(1).trim() };
  if (!FORMULA.test(value)) return { value };
  const reason = 'is a formula; a value is needed, as a spreadsheet saves it with "values only"';
  return { problem: { field, reason, value: value.slice(0, 200) } };
}
