// The schema of a tenant's own text with fields.
import * as z from 'zod';

/** A text with well-formed fields: each {{ is followed by a name and }}. */
export const templateText = (longest: number, example: string) =>
  z
    .string()
    .max(longest)
    .refine((sent) => !/\{\{|\}\}/.test(sent.replace(/\{\{\s*[A-Za-z]+\s*\}\}/g, '')), {
      message: 'a field must be a name in double braces, such as {{ className }}.',
      params: { code: 'INVALID_FORMAT' },
    })
    .meta({ example });
