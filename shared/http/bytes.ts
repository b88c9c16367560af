// The schema of a reply body that is a file's bytes rather than JSON.
import * as z from 'zod';

/** A file's bytes (`format: binary`); declare it with the reply's content type, and return `file()`. */
export const Bytes = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes')
  .meta({ override: { type: 'string', format: 'binary' } });

/** Whether a body with this schema is sent as bytes. */
export const isBytes = (schema: z.ZodType | null | undefined): boolean => schema === Bytes;
