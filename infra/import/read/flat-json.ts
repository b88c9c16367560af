// Flat JSON objects, as cells by the field they mean.

import {
  describeUnreadHeadings,
  type HeadingTable,
  matchHeadings,
} from '../../../shared/import/rows/headings.ts';
import { readText } from '../../../shared/import/rows/values.ts';
import { type Cells, readCells } from '../../../shared/import/tables/flat-rows.ts';
import type { JsonObject } from '../../../shared/import/tables/json-object.ts';
import type { SourceFile } from './source-files.ts';

/** The plain members of a JSON object, as a row of a table with the same headings would give them. */
export function objectToCells<F extends string>(entry: JsonObject, headings: HeadingTable<F>): Cells<F> {
  const names = Object.keys(entry);
  return readCells(
    names.map((name) => readText(entry[name]) ?? ''),
    matchHeadings(names, headings).byField,
  ).cells;
}

/** Remarks on members that no field is known for, or whose values a flat row cannot give. */
export function describeUnreadMembers(
  entries: readonly JsonObject[],
  headings: HeadingTable<string>,
  file: SourceFile,
): readonly string[] {
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const nested = names.filter((name) =>
    entries.some((entry) => typeof entry[name] === 'object' && entry[name] !== null),
  );
  const matched = matchHeadings(
    names.filter((name) => !nested.includes(name)),
    headings,
  );
  return [
    ...describeUnreadHeadings({ ...matched, repeated: [] }, file.name),
    ...(nested.length === 0
      ? []
      : [
          `"${file.name}": ${nested.map((name) => `"${name}"`).join(', ')} are lists or objects, where a plain value is read; left out.`,
        ]),
  ];
}
