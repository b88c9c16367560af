// Form bodies of OAuth endpoints: each parameter at most once, unknown ones ignored, empty ones as if absent.
import * as z from 'zod';

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';

/**
 * The schema of a form with these parameters, from its name-value pairs.
 * A parameter sent twice is invalid; one without a value counts as absent (RFC 6749 3.1, 3.2).
 */
export const formBody = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess((sent, context) => {
    const pairs = Array.isArray(sent) ? sent.filter(isPair) : [];
    const values: Record<string, string> = {};
    const repeated = new Set<string>();
    for (const [name, value] of pairs) {
      if (!Object.hasOwn(shape, name) || value === '') continue;
      if (Object.hasOwn(values, name) && !repeated.has(name)) {
        repeated.add(name);
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `${name} may be sent only once.`,
          params: { code: 'DUPLICATE_VALUE' },
        });
      }
      values[name] = value;
    }
    return values;
  }, z.object(shape));

/** The parameters by which a client may authenticate itself in a form (RFC 6749 2.3.1). */
export const clientParameters = {
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(200).optional(),
};
