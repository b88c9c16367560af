// Empty strings for absent values (docs/interface/requests.md#lenient-reading): where a field refuses one and may be
// absent, it is.
import * as z from 'zod';
import { schemaAt } from './bounds.ts';

type Path = readonly PropertyKey[];

const isContainer = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null;

const getValueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, part) => (isContainer(inner) ? inner[part] : undefined), value);

/** A copy of the value with another one at the path; only what lies on the path is copied. */
function replaceValueAt(value: unknown, [part, ...rest]: Path, by: unknown): unknown {
  if (part === undefined || !isContainer(value)) return by;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  return Object.assign(copy, { [part]: replaceValueAt(value[part], rest, by) });
}

/** What stands for a value that is not there: null where that says so, for null clears; else nothing at all. */
function absentValueFor(schema: z.core.$ZodType): null | undefined | 'is needed' {
  if (z.safeParse(schema, null).success) return null;
  return z.safeParse(schema, undefined).success ? undefined : 'is needed';
}

/**
 * The value with every empty string taken as absent that the schema refused, where it lets the value be absent. A text
 * that must have a length stays refused: none is not among the lengths it may have (docs/interface/limits.md#fields,
 * names).
 *
 * @param issues what the schema found wrong with the value
 * @returns the value itself when there is nothing to take as absent
 */
export function removeBlanks(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): unknown {
  return issues.reduce<unknown>((mended, issue) => {
    const { path } = issue;
    const needsLength = issue.code === 'too_small' && issue.origin === 'string';
    if (needsLength || path.length === 0 || getValueAt(mended, path) !== '') return mended;
    const field = schemaAt(schema, path);
    const instead = field ? absentValueFor(field) : 'is needed';
    return instead === 'is needed' ? mended : replaceValueAt(mended, path, instead);
  }, value);
}
