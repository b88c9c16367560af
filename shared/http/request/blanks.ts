// Empty strings for absent values (docs/interface/requests.md#lenient-reading): where a field refuses one and may be
// absent, it is.
import * as z from 'zod';
import { schemaAt } from './bounds.ts';
import { getValueAt, replaceValueAt } from './value-at.ts';

/** How the schema represents an absent value: null where it accepts null, because null clears; undefined otherwise. */
function absentValueFor(schema: z.core.$ZodType): null | undefined | 'required' {
  if (z.safeParse(schema, null).success) return null;
  return z.safeParse(schema, undefined).success ? undefined : 'required';
}

/** A name or a key: null leaves it as it is, and an empty one is a mistake of the caller. */
const mustHaveLength = (field: PropertyKey | undefined): boolean => /(name|key|secret)$/i.test(String(field));

/**
 * The value without the empty strings that the schema rejected, where it allows the value to be absent. A name with a
 * minimum length stays rejected (docs/interface/requests.md#empty-texts).
 *
 * @param issues what the schema found wrong with the value
 * @returns the same value when nothing is removed
 */
export function removeBlanks(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): unknown {
  return issues.reduce<unknown>((current, issue) => {
    const { path } = issue;
    const needsLength = issue.code === 'too_small' && issue.origin === 'string';
    if ((needsLength && mustHaveLength(path.at(-1))) || path.length === 0 || getValueAt(current, path) !== '')
      return current;
    const field = schemaAt(schema, path);
    const replacement = field ? absentValueFor(field) : 'required';
    return replacement === 'required' ? current : replaceValueAt(current, path, replacement);
  }, value);
}
