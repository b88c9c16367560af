// Replaces the invalid values of a part of a request by stand-ins that its schema accepts, so that what is valid in the
// part can be checked further (docs/requests.md).
import * as z from 'zod';
import { schemaAt } from './bounds.ts';
import { formatPath } from './describe-issues.ts';
import { getValueAt, isContainer, type Path, replaceValueAt } from './value-at.ts';

/** A part whose invalid values were replaced. */
export interface RepairedPart {
  /** The part as its schema reads it. */
  readonly value: unknown;
  /** Where stand-ins are, as error details name it. */
  readonly replaced: readonly string[];
}

/** A replaced value may uncover other issues, such as those of the object it is in: so often the part is read again. */
const maxReadings = 6;

/** A reply has no more details, and each replacement copies a list: a part with more issues is left alone. */
const maxIssues = 100;

/** An id that no record has. */
const unusedId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** Values of every type and format, the absent value first: an optional field is best left out. */
const commonValues: readonly unknown[] = [
  undefined,
  [],
  {},
  unusedId,
  0,
  1,
  false,
  null,
  [unusedId],
  [1],
  '2000-01-01',
  '2000-01-01T00:00:00Z',
  '00:00',
  'https://example.org',
  'name@example.org',
  'x',
];

/**
 * The values that the field accepts: that of the example, which the rules of the endpoint accept too, the common ones,
 * and those of its enumeration.
 */
const listStandIns = (field: z.core.$ZodType, example: unknown): unknown[] =>
  [
    ...(example === undefined ? [] : [example]),
    ...commonValues,
    ...(field instanceof z.ZodEnum ? field.options : []),
  ].filter((candidate) => z.safeParse(field, candidate).success);

/** A copy of the value at the path without these members. */
function removeMembers(part: unknown, path: Path, names: readonly string[]): unknown {
  const holder = getValueAt(part, path);
  if (!isContainer(holder)) return part;
  const rest = Object.fromEntries(Object.entries(holder).filter(([name]) => !names.includes(name)));
  return replaceValueAt(part, path, rest);
}

/**
 * The part with a stand-in for each value that the schema rejects: an optional one is left out. Where nothing can stand
 * in for a value, the object or list around it is replaced too.
 *
 * @param example the same part of a valid request, as a source of stand-ins
 * @returns undefined when the part as a whole is invalid
 */
export function replaceInvalidValues(
  schema: z.ZodType,
  part: unknown,
  example: unknown,
): RepairedPart | undefined {
  let current = part;
  /** How many stand-ins were tried for a place. */
  const tried = new Map<string, number>();
  /** Replaces the value at the path by the next stand-in, or the value around it; false when none is left. */
  const replaceAt = (path: Path): boolean => {
    if (path.length === 0) return false;
    const place = formatPath(path);
    const attempt = tried.get(place) ?? 0;
    const field = schemaAt(schema, path);
    const standIns = field ? listStandIns(field, getValueAt(example, path)) : [];
    if (attempt >= standIns.length) return replaceAt(path.slice(0, -1));
    tried.set(place, attempt + 1);
    current = replaceValueAt(current, path, standIns[attempt]);
    return true;
  };
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const result = schema.safeParse(current);
    if (result.success) return { value: result.data, replaced: [...tried.keys()] };
    const { issues } = result.error;
    if (issues.length > maxIssues) return undefined;
    for (const issue of issues) {
      if (issue.code === 'unrecognized_keys') {
        current = removeMembers(current, issue.path, issue.keys);
        for (const key of issue.keys) tried.set(formatPath([...issue.path, key]), 1);
      } else if (!replaceAt(issue.path)) return undefined;
    }
  }
  return undefined;
}
