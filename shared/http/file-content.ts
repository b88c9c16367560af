// Files in the bodies of requests, in base64.
import * as z from 'zod';
import { planAs } from '../values/conversions.ts';
import { decodeBase64 } from '../values/decode-base64.ts';

/** The most bytes of a file in a request: with base64 twice, by the body and by API Gateway, 5 MB of the 6 that Lambda takes. */
export const MAX_FILE_BYTES = 2_800_000;
/** The body of a request with such a file in base64, and room for the rest. */
export const MAX_FILE_BODY_BYTES = 3_900_000;

const toBytes = planAs({ to: 'bytes' }, (sent: unknown, context: z.RefinementCtx<string>): Buffer => {
  const bytes = decodeBase64(String(sent));
  if (bytes) return bytes;
  context.addIssue({ code: 'custom', message: 'must be the bytes of a file in base64' });
  return z.NEVER;
});

/**
 * The bytes of a file in base64. Checked by length, because a pattern over millions of characters is slow.
 * @param advice what to do with a larger file
 */
export const fileContent = (advice: string) =>
  z
    .string()
    .min(1)
    .transform(toBytes)
    .refine((bytes) => bytes.length <= MAX_FILE_BYTES, {
      message: `must have at most ${MAX_FILE_BYTES} bytes; ${advice}`,
    });
