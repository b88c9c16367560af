// The schema of area B's error envelope.
import * as z from 'zod';
import { CrmErrorDetailSchema, ErrorCodeSchema, requestId } from './error-details.schema.ts';

/** What `crmEnvelope` renders. */
export const CrmErrorSchema = z
  .strictObject({
    error: z.strictObject({
      code: ErrorCodeSchema,
      message: z.string(),
      details: z.array(CrmErrorDetailSchema).optional(),
      timestamp: z.iso.datetime(),
      requestId,
      path: z.string(),
      method: z.string(),
    }),
  })
  .meta({ id: 'CrmError', description: 'An error reply of area B.' });
