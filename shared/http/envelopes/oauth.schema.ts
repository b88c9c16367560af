// The schema of area C's error body and of every OAuth endpoint's (RFC 6749 5.2).
import * as z from 'zod';
import { ErrorCodeSchema, ErrorDetailSchema, requestId } from './error-details.schema.ts';

/** What `oauthEnvelope` renders. */
export const OAuthErrorSchema = z
  .strictObject({
    error: z.string().meta({ description: 'The error value of RFC 6749 5.2 or RFC 6750 3.1.' }),
    error_description: z.string(),
    error_uri: z.url().meta({ description: 'A page that explains the code.' }),
    code: ErrorCodeSchema,
    details: z.array(ErrorDetailSchema).optional(),
    requestId,
  })
  .meta({ id: 'OAuthError', description: 'An error reply of area C and of the OAuth endpoints.' });
