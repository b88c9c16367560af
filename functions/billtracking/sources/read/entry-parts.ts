// The entries of a list of bills, and which parts of a bill an entry gives: an absent part is not given, one of another type is
// refused.

import { refuseDuplicate } from '../../../../shared/import/rows/refuse-duplicate.ts';
import type { Row, RowProblem, RowSource } from '../../../../shared/import/rows/row-source.ts';
import { isObject, type JsonObject } from '../../../../shared/import/tables/json-object.ts';
import type { BillDraft } from './bill-draft.ts';
import { parseSafely } from './parse-safely.ts';

/** The bills among the entries of a list, each once; rows are numbered from 1 behind a label. */
export function parseBillEntries(
  entries: readonly unknown[],
  parseBill: (row: string, entry: unknown) => Row<BillDraft>,
  label: string,
): RowSource<BillDraft> {
  const seen = new Map<string, string>();
  return {
    total: entries.length,
    remarks: [],
    rows: entries.map((entry, index) => {
      const row = `${label}${index + 1}`;
      return refuseDuplicate(
        parseSafely(row, () => parseBill(row, entry)),
        seen,
      );
    }),
  };
}

/** What a part should be: a list of objects or of texts, or one of them. */
type PartKind = 'objects' | 'texts' | 'object' | 'text';

/** The parts of one entry. */
interface EntryParts {
  /** Parts of another type than they should be, each with what would be right. */
  readonly problems: readonly RowProblem[];
  /** Whether a part is there; an empty list is, an empty text is not. */
  isTold(member: string): boolean;
}

const describeType = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
};

/** What one of each kind is called. */
const kindNames = { objects: 'an object', texts: 'a text', object: 'an object', text: 'a text' } as const;

const isOfKind = (value: unknown, kind: PartKind): boolean =>
  kindNames[kind] === 'an object' ? isObject(value) : typeof value === 'string' || typeof value === 'number';

const excerpt = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 80);

function validatePart(field: string, value: unknown, kind: PartKind): RowProblem[] {
  const problem = (target: string, wrong: unknown, expected: string): RowProblem => ({
    field: target,
    reason: `is ${describeType(wrong)}: ${expected} is expected`,
    value: excerpt(wrong),
  });
  if (kind === 'object' || kind === 'text')
    return isOfKind(value, kind)
      ? []
      : [problem(field, value, `${kindNames[kind]}, or nothing where it is not given,`)];
  if (!Array.isArray(value))
    return [problem(field, value, `a list of ${kind}, or nothing where it is not given,`)];
  return value.flatMap((item: unknown, index) =>
    isOfKind(item, kind) ? [] : [problem(`${field}.${index}`, item, kindNames[kind])],
  );
}

/**
 * Checks the parts of an entry. An import leaves unchanged what a source does not give, so a part of another type must
 * not be taken for an empty one: the row is refused.
 */
export function readEntryParts(entry: JsonObject, parts: Readonly<Record<string, PartKind>>): EntryParts {
  const isTold = (member: string): boolean => {
    const value = entry[member];
    return value !== undefined && value !== null && !(typeof value === 'string' && value.trim() === '');
  };
  return {
    problems: Object.entries(parts).flatMap(([member, kind]) =>
      isTold(member) ? validatePart(member, entry[member], kind) : [],
    ),
    isTold,
  };
}
