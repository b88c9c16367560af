// Form bodies of OAuth endpoints: each parameter at most once, unknown ones ignored, empty ones as if absent.
import * as z from 'zod';
import { planAs, toParameters } from '../../values/conversions.ts';

/**
 * The schema of a form with these parameters, from its name-value pairs.
 * A parameter sent twice is invalid; one without a value counts as absent (RFC 6749 3.1, 3.2).
 */
export const formBody = <S extends z.ZodRawShape>(shape: S) => {
  const conversion = { to: 'parameters', names: Object.keys(shape) } as const;
  const readPairs = (sent: unknown, context: z.RefinementCtx): unknown =>
    Object.fromEntries(
      Object.entries(toParameters(conversion.names, sent)).map(([name, value]) => {
        if (!Array.isArray(value)) return [name, value];
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `${name} may be sent only once.`,
          params: { code: 'DUPLICATE_VALUE' },
        });
        return [name, value.at(-1)];
      }),
    );
  return z.preprocess(planAs(conversion, readPairs), z.object(shape));
};

/** The parameters by which a client may authenticate itself in a form (RFC 6749 2.3.1, RFC 7521 4.2). */
export const clientParameters = {
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(200).optional(),
  client_assertion: z
    .string()
    .max(8000)
    .optional()
    .meta({ description: 'A JWT signed by a registered key of the client (RFC 7523).' }),
  client_assertion_type: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' }),
};
