// Holds what was typed against the same schema that an HTTP body is held against.
import type * as z from 'zod';
import { BadArguments } from '../command/command-line.ts';

/**
 * The values as the schema reads them.
 * @throws BadArguments with what is wrong, in one sentence
 */
export function checked<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the input'}: ${message}`,
  );
  throw new BadArguments(`This is not right: ${faults.join('; ')}.`);
}
