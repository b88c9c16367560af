// Validates the command line against the same schema as an HTTP body.
import type * as z from 'zod';
import { validateValue } from '../../shared/http/request/validate.ts';
import { BadArguments } from '../command/command-line.ts';

/**
 * The values as the schema reads them.
 * @throws BadArguments with what is wrong, a sentence for each
 */
export function parseInput<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = validateValue(schema, values, 'the input');
  throw new BadArguments(problems.map(({ message }) => message).join('\n'));
}
