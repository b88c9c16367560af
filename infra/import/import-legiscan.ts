// Imports a data set of LegiScan: bills with their roll calls and hearings. Its people only name who sponsored and voted.

import { importLegiscanBills } from '../../functions/billtracking/sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../functions/billtracking/sources/read/legiscan-bills.ts';
import { refuseDuplicate } from '../../shared/import/rows/refuse-duplicate.ts';
import { type RowProblem, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { readText } from '../../shared/import/rows/values.ts';
import { isObject, type JsonObject } from '../../shared/import/tables/json-object.ts';
import type { ImportRun } from './import-rows.ts';
import { openJsonSource } from './json-sources.ts';
import { listSourceFilesRecursively } from './read/source-files.ts';

interface Entry {
  readonly row: string;
  readonly entry: JsonObject;
}

/** What an entry of a data set holds one of. */
const members = ['bill', 'person', 'roll_call'] as const;

const describeStranger = (entry: unknown): RowProblem => ({
  field: '(row)',
  reason: `holds none of ${members.join(', ')} as an object`,
  value: (JSON.stringify(entry) ?? '').slice(0, 80),
});

/** Imports a file, a folder, or an unpacked data set with its folders `bill`, `people` and `vote`. */
export async function importLegiscan(run: ImportRun): Promise<void> {
  const entries: Entry[] = [];
  for (const file of await listSourceFilesRecursively(run.path, ['.json'])) {
    const source = await openJsonSource(file).catch((error: unknown) => {
      // A damaged file of a data set is refused alone, so that the thousands of others are imported.
      if (!(error instanceof UnreadableSource) || file.label === '') throw error;
      run.report.refuse('bills', file.label.trim(), [{ field: '(file)', reason: error.message, value: '' }]);
      return { entries: [] };
    });
    const several = source.entries.length > 1;
    for (const [index, entry] of source.entries.entries()) {
      const row = `${file.label}${several || file.label === '' ? index + 1 : ''}`.trim();
      if (isObject(entry) && members.some((member) => isObject(entry[member]))) entries.push({ row, entry });
      else if (isObject(entry)) run.report.leaveOut('bills', row, [describeStranger(entry)]);
      else run.report.refuse('bills', row, [describeStranger(entry)]);
    }
  }
  const of = (member: string): readonly Entry[] =>
    entries.flatMap(({ row, entry }) => {
      const value = entry[member];
      return isObject(value) ? [{ row, entry: value }] : [];
    });
  const byNumber = (member: string, id: string): ReadonlyMap<string, JsonObject> =>
    new Map(of(member).map(({ entry }) => [readText(entry[id]) ?? '', entry]));
  const lookups = {
    people: byNumber('person', 'people_id'),
    rollCalls: byNumber('roll_call', 'roll_call_id'),
  };
  const seen = new Map<string, string>();
  const bills = of('bill').map(({ row, entry }) => ({
    row: refuseDuplicate(parseLegiscanBill(row, entry, lookups), seen),
    bill: entry,
  }));
  if (bills.length === 0)
    throw new UnreadableSource(`"${run.path}" contains no bills: files with {"bill": {...}} are expected.`);
  await importLegiscanBills(run, bills);
}
