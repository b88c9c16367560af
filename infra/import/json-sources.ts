// Groups the JSON files of a source by the kind of their entries, and reports rows under the file name.

import { UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { isObject, type JsonObject } from '../../shared/import/tables/json-object.ts';
import type { ImportRun } from './import-rows.ts';
import { readJson } from './read/json.ts';
import type { SourceFile } from './read/source-files.ts';
import type { Report } from './report.ts';

/** A JSON file with its entries: those of a list, of a page of `results`, or the one object it is. */
export interface JsonSource {
  readonly file: SourceFile;
  readonly value: unknown;
  readonly entries: readonly unknown[];
}

/**
 * Opens a JSON file.
 * @throws UnreadableSource when it is not JSON
 */
export async function openJsonSource(file: SourceFile): Promise<JsonSource> {
  const value = await readJson(file.path, 'JSON');
  const results = isObject(value) && Array.isArray(value.results) ? value.results : undefined;
  return { file, value, entries: Array.isArray(value) ? value : (results ?? [value]) };
}

/** How the entries of each kind are recognised. */
type Detectors<K extends string> = Readonly<Record<K, (entry: JsonObject) => boolean>>;

/** The kind of most entries of a file, so that a bad row, also the first, is refused alone. */
function detectKind<K extends string>({ entries }: JsonSource, kinds: Detectors<K>): K | undefined {
  const names = Object.keys(kinds) as K[];
  const found = entries.filter(isObject).flatMap((entry) => names.find((kind) => kinds[kind](entry)) ?? []);
  const counts = [...Map.groupBy(found, (kind) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0];
}

/**
 * The JSON files by kind. A file of no known kind is reported and skipped.
 * @throws UnreadableSource when all of them do
 */
export async function groupByKind<K extends string>(
  run: Pick<ImportRun, 'remark'>,
  files: readonly SourceFile[],
  kinds: Detectors<K>,
): Promise<ReadonlyMap<K, readonly JsonSource[]>> {
  const parts = new Map<K, JsonSource[]>();
  const unknown: string[] = [];
  for (const file of files) {
    const source = await openJsonSource(file);
    const kind = detectKind(source, kinds);
    if (kind === undefined) unknown.push(file.path);
    else parts.set(kind, [...(parts.get(kind) ?? []), source]);
  }
  const named = Object.keys(kinds).join(', ');
  if (unknown.length > 0 && unknown.length === files.length)
    throw new UnreadableSource(`"${unknown[0]}" contains none of the kinds of this source: ${named}.`);
  run.remark(unknown.map((path) => `"${path}" contains none of ${named}; it was skipped.`));
  return parts;
}

/** The same account, with the file's name before its rows. */
export const withRowLabel = (report: Report, label: string): Report => ({
  count: report.count,
  refuse: (kind, row, problems) => report.refuse(kind, label + row, problems),
  leaveOut: (kind, row, problems) => report.leaveOut(kind, label + row, problems),
  counts: report.counts,
  get leftOut() {
    return report.leftOut;
  },
  lines: report.lines,
  write: report.write,
});
