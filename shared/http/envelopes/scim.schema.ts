// The schema of SCIM's error body (RFC 7644, 3.12).
import * as z from 'zod';
import { ErrorCodeSchema, ErrorDetailSchema, requestId } from './error-details.schema.ts';
import { scimErrorSchema } from './scim.ts';

/** What `scimEnvelope` renders. */
export const ScimErrorSchema = z
  .strictObject({
    schemas: z.array(z.literal(scimErrorSchema)),
    status: z.string().meta({ description: 'The HTTP status.' }),
    scimType: z
      .enum([
        'invalidFilter',
        'invalidPath',
        'invalidSyntax',
        'invalidValue',
        'mutability',
        'tooMany',
        'uniqueness',
      ])
      .optional(),
    detail: z.string(),
    code: ErrorCodeSchema,
    details: z.array(ErrorDetailSchema).optional(),
    requestId,
  })
  .meta({ id: 'ScimError', description: 'An error reply of SCIM (RFC 7644, 3.12).' });
