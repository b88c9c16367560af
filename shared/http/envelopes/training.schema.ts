// The schema of area A's error envelope (docs/interface/errors.md#area-a-envelope).
import * as z from 'zod';
import { ErrorCodeSchema, ErrorDetailSchema, requestId } from './error-details.schema.ts';

/** What `trainingEnvelope` renders. */
export const TrainingErrorSchema = z
  .strictObject({
    error: z.strictObject({
      code: ErrorCodeSchema,
      message: z.string(),
      target: z.string().optional(),
      details: z.array(ErrorDetailSchema).optional(),
    }),
    status: z.int(),
    timestamp: z.iso.datetime(),
    path: z.string(),
    requestId,
    tenantCode: z.string().optional(),
  })
  .meta({ id: 'TrainingError', description: 'An error reply of area A.' });
