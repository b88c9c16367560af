// Reads values of custom fields from the cells of a row (docs/interface/crm.md#custom-fields).
import { checkCustomValue } from '../../directory/record/check-custom-value.ts';
import { type CustomFieldItem, controlTypes } from '../../directory/record/custom-field.ts';
import type { CustomValueContent } from '../../directory/record/custom-value.ts';
import type { RowProblem } from './row-source.ts';
import { type Cell, parseDay } from './values.ts';

/** The values that can be stored, and the problems of the others, which are left out. */
export function readCustomValues(
  cells: ReadonlyMap<string, Cell>,
  fields: readonly CustomFieldItem[],
): { readonly values: readonly CustomValueContent[]; readonly problems: readonly RowProblem[] } {
  const values: CustomValueContent[] = [];
  const problems: RowProblem[] = [];
  for (const field of fields) {
    const cell = cells.get(field.id);
    if (!cell) continue;
    const day = field.controlTypeId === controlTypes.date ? parseDay(cell) : { value: cell.value };
    if ('problem' in day) {
      problems.push(day.problem);
      continue;
    }
    const isPlainAddress = field.controlTypeId === controlTypes.address && !day.value.startsWith('{');
    const checked = checkCustomValue(field, isPlainAddress ? { address: day.value } : day.value, new Set());
    if ('message' in checked) problems.push({ ...cell, reason: `is left out: ${checked.message}` });
    else if (checked.value !== undefined) values.push({ id: field.id, value: checked.value });
  }
  return { values, problems };
}
