// The rows of a bulk request: each is read by its own schema, so that a row that can't be read refuses only itself.
import * as z from 'zod';
import { type Failure, invalid } from '../errors/failure.ts';
import { removeBlanks } from './request/blanks.ts';
import { cleanLines } from './request/clean-lines.ts';
import { validateCharacters } from './request/control-characters.ts';
import { describeIssues, formatPath, isSecret } from './request/describe-issues.ts';
import { declareReadBy } from './request/ignored-names.ts';

/** A row that was read, or everything that is wrong with it. */
export type ReadRow<T> =
  | { readonly isValid: true; readonly value: T }
  | { readonly isValid: false; readonly refusal: Failure; readonly sent: unknown };

/**
 * Reads a row. `name`, such as `rows[3]`, names it where the row as a whole is wrong. A function, because the checks of a
 * whole body look into values, and must leave rows to themselves.
 */
export type Row<T> = (name: string) => ReadRow<T>;

function readRow<T>(schema: z.ZodType<T>, given: unknown, name: string): ReadRow<T> {
  const sent = cleanLines(schema, given);
  const parsed = schema.safeParse(sent);
  const value = parsed.success ? sent : removeBlanks(schema, sent, parsed.error.issues);
  const result = value === sent ? parsed : schema.safeParse(value);
  const [first, ...others] = result.success
    ? validateCharacters(schema, result.data, formatPath, isSecret)
    : describeIssues(result.error.issues, { schema, value, part: name, isAllText: false });
  if (first) return { isValid: false, refusal: invalid([first, ...others]), sent };
  if (!result.success) throw new Error(`${name} was refused without a reason`);
  return { isValid: true, value: result.data };
}

/** A row of the schema: documented as such, and accepted whatever it is. */
export const rowOf = <T>(schema: z.ZodType<T>) => {
  const row = z
    .preprocess(
      (sent): Row<T> =>
        (name) =>
          readRow(schema, sent, name),
      z.union([schema, z.unknown()]).meta({
        override: ({ jsonSchema }) => {
          const [documented] = jsonSchema.anyOf ?? [];
          delete jsonSchema.anyOf;
          Object.assign(jsonSchema, documented);
        },
      }),
    )
    .transform((read) => read as Row<T>);
  return declareReadBy(row, schema);
};

/** How many rows of a reply are pending. */
export const pendingCount = z.int().min(0).meta({
  description:
    'Rows that the time of one request was too short for. Send the request again with the same Idempotency-Key, or another one with these rows alone.',
});

/** Marks the result of a row that is pending; absent on all others. */
export const pendingMark = z.literal(true).optional().meta({ description: 'The row is pending.' });

/** The text by which a row that could not be read names itself, as it was sent; undefined where there is none. */
export function findSentText(sent: unknown, field?: string): string | undefined {
  const isObject = typeof sent === 'object' && sent !== null;
  const value =
    field === undefined
      ? sent
      : isObject
        ? Object.entries(sent).find(([name]) => name === field)?.[1]
        : undefined;
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;
}
