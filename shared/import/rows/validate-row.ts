// Validates a record against the schema of what is stored, before it leaves a reader.
import type * as z from 'zod';
import type { Row, RowProblem } from './row-source.ts';

/** The row with its record when the content fits the schema, else the row with every problem. */
export function validateRow<C, T>(
  row: string,
  schema: z.ZodType<C>,
  content: unknown,
  leftOut: readonly RowProblem[],
  record: (content: C) => T,
): Row<T> {
  const result = schema.safeParse(content);
  if (result.success) return { row, record: record(result.data), leftOut };
  return { row, problems: result.error.issues.map((issue) => toProblem(issue, content)) };
}

function toProblem(issue: z.core.$ZodIssue, content: unknown): RowProblem {
  const value = issue.path.reduce<unknown>(
    (current, name) =>
      typeof current === 'object' && current !== null ? Reflect.get(current, name) : undefined,
    content,
  );
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return {
    field: issue.path.join('.'),
    reason: describeIssue(issue),
    value: text.length > 200 ? `${text.slice(0, 200)}…` : text,
  };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big') {
    return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
  }
  if (issue.code === 'too_small' || (issue.code === 'invalid_type' && issue.input === undefined))
    return 'is missing';
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}
