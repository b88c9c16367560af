// Whether a schema takes a value for a field, and whether a rule throws.
import type * as z from 'zod';

/** Whether a schema finds nothing wrong with the value of one field; other fields may be missing. */
export const fits = (schema: z.ZodType, field: string, value: unknown): boolean => {
  const { error } = schema.safeParse({ [field]: value });
  return !error?.issues.some(({ path }) => path[0] === field);
};

/** Whether a rule accepts something: it throws where it does not. */
export async function accepts(rule: () => unknown): Promise<boolean> {
  try {
    await rule();
    return true;
  } catch {
    return false;
  }
}

/** An id that tells apart. */
export const buildId = (index: number): string =>
  `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
