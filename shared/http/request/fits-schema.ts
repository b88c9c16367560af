// A condition of a value that another schema states, while the value stays as it is. A request plan knows which schema.
import type * as z from 'zod';

const schemas = new WeakMap<object, z.ZodType>();

/** The condition that the schema accepts a value, for `refine`. */
export function fitsSchema(schema: z.ZodType): (value: unknown) => boolean {
  const fits = (value: unknown): boolean => schema.safeParse(value).success;
  schemas.set(fits, schema);
  return fits;
}

/** The schema of such a condition; undefined for any other function. */
export const findFittingSchema = (run: unknown): z.ZodType | undefined =>
  typeof run === 'function' ? schemas.get(run) : undefined;
