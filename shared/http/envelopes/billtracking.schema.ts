// The schema of area D's error body (docs/interface/errors.md#area-d-envelope).
import * as z from 'zod';
import { ErrorCodeSchema, ErrorDetailSchema, requestId } from './error-details.schema.ts';

/** What `billtrackingEnvelope` renders. */
export const BilltrackingErrorSchema = z
  .strictObject({
    error: ErrorCodeSchema,
    message: z.string(),
    details: z.strictObject({
      code: ErrorCodeSchema,
      timestamp: z.iso.datetime(),
      requestId,
      errors: z.array(ErrorDetailSchema).optional(),
    }),
  })
  .meta({ id: 'BilltrackingError', description: 'An error reply of area D.' });
