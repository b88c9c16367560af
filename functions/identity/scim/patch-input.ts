// What a PATCH of SCIM sends.
import * as z from 'zod';
import { optionalText } from '../../../shared/http/lenient.ts';

/** The operations of a PATCH (RFC 7644, 3.5.2), for users and groups. */
export const PatchInput = z
  .object({
    schemas: z.array(z.string().max(200)).max(20),
    Operations: z
      .array(
        z.object({
          op: z.string().max(20).meta({ description: 'add, replace or remove, in any case.' }),
          path: optionalText(500),
          value: z.unknown().optional(),
        }),
      )
      .min(1)
      .max(100),
  })
  .meta({ id: 'ScimPatch' });
