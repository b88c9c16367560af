// Reads the limits of a number or text at a path of a schema, so that an error message can name them.
import type * as z from 'zod';

/** The smallest and largest value of a number; undefined where there is no limit worth reporting. */
export interface Bounds {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly isWhole: boolean;
}

/** Limits from here on mean "any integer" and are not reported. */
const unboundedLimit = 2_147_483_647;

const toReportedBound = (bound: unknown): number | undefined =>
  typeof bound === 'number' && Math.abs(bound) < unboundedLimit ? bound : undefined;

/** The schema inside defaults, options and conversions. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === 'pipe' && 'out' in def) return unwrap(def.out as z.core.$ZodType);
  return 'innerType' in def ? unwrap(def.innerType as z.core.$ZodType) : schema;
}

function getChildSchema(schema: z.core.$ZodType, part: PropertyKey): z.core.$ZodType | undefined {
  const { def } = unwrap(schema)._zod;
  if ('shape' in def) return (def.shape as Record<PropertyKey, z.core.$ZodType>)[part];
  return 'element' in def ? (def.element as z.core.$ZodType) : undefined;
}

/** The schema of the value at a path of a schema; undefined where there is none. */
export const schemaAt = (
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
): z.core.$ZodType | undefined =>
  path.reduce<z.core.$ZodType | undefined>((inner, part) => inner && getChildSchema(inner, part), schema);

/** The limits of the number at a path of the schema. */
export function boundsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Bounds {
  const field = schemaAt(schema, path);
  const number = field && unwrap(field);
  return {
    minimum: number && 'minValue' in number ? toReportedBound(number.minValue) : undefined,
    maximum: number && 'maxValue' in number ? toReportedBound(number.maxValue) : undefined,
    isWhole: number !== undefined && 'isInt' in number && number.isInt === true,
  };
}

/** The maximum length of the text at a path of the schema; undefined where it is not a text or has no limit. */
export function maxLengthAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): number | undefined {
  const field = schemaAt(schema, path);
  const text = field && unwrap(field);
  return text?._zod.def.type === 'string' && 'maxLength' in text && typeof text.maxLength === 'number'
    ? text.maxLength
    : undefined;
}
