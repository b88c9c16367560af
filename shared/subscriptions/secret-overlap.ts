// How long the previous secret of a webhook keeps signing beside a new one.
import { integerWithDefault } from '../http/lenient.ts';

/** By default. */
const HOURS = 24;

/** The field of a request for a new secret. */
export const overlapHours = integerWithDefault(HOURS, 0, 168).meta({
  description: `How many hours the previous secret keeps signing; ${HOURS} by default.`,
});
