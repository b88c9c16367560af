// Recognises what spreadsheets write around a text to keep it a text, and formulas.
import { removeDirectionMarks } from '../../data/direction-marks.ts';
import type { RowProblem } from './row-source.ts';
import type { Cell, ParsedValue } from './values.ts';

/** `="00123"`: a formula that is only a text, with which spreadsheets keep zeros at the beginning. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** An apostrophe before what would be a formula, as our own exports write it (shared/reports/escape-csv-formula.ts). */
const ESCAPED_FORMULA = /^'(?=\s*[=+\-@＝＋－＠])/;

/** What a formula begins with: a function, a reference to a cell, a number or a bracket. */
const FORMULA = /^[=＝]/;

/** What spreadsheets write in place of a value that they could not compute, in English and the languages around it. */
const ERROR_VALUES = new Set([
  ...['#DIV/0!', '#N/A', '#REF!', '#VALUE!', '#NAME?', '#NUM!', '#NULL!'],
  ...['#SPILL!', '#CALC!', '#FIELD!', '#BLOCKED!', '#CONNECT!', '#UNKNOWN!', '#GETTING_DATA', '#ERROR!'],
  ...['#WERT!', '#BEZUG!', '#ZAHL!', '#NV', '#VALEUR!', '#NOM?', '#NOMBRE!', '#NUL!', '#N/D'],
  ...['#¡DIV/0!', '#¡VALOR!', '#¡REF!', '#¿NOMBRE?', '#¡NUM!', '#¡NULO!', '#VALOR!', '#NOME?', '#NÚM!'],
  ...['#NULO!', '#VALORE!', '#RIF!', '#DEEL/0!', '#WAARDE!', '#VERW!', '#NAAM?', '#GETAL!', '#LEEG!', '#N/B'],
]);

/** What a spreadsheet shows of a number or a day that is wider than its column, and writes into some files. */
const TOO_WIDE = /^#{3,}$/;

/** The problem of a cell in which a spreadsheet left an error: the file has lost the value, so that the row can't be right. */
export const findErrorValue = ({ field, value }: Cell): RowProblem | undefined =>
  ERROR_VALUES.has(value.toUpperCase()) || TOO_WIDE.test(value)
    ? {
        ...{ field, value },
        reason:
          'is an error of a spreadsheet, which has lost the value; correct the cell and import the row again',
      }
    : undefined;

/** The text of a cell, whatever a spreadsheet wrote around it; a formula has no value here and is a problem. */
export function readCellText({ field, value: written }: Cell): ParsedValue<string> {
  const value = removeDirectionMarks(written).trim();
  const [, text] = TEXT_FORMULA.exec(value) ?? [];
  if (text !== undefined) return { value: text.replaceAll('""', '"').trim() };
  if (ESCAPED_FORMULA.test(value)) return { value: value.slice(1).trim() };
  if (!FORMULA.test(value)) return { value };
  const reason = 'is a formula; a value is needed, as a spreadsheet saves it with "values only"';
  return { problem: { field, reason, value: value.slice(0, 200) } };
}
