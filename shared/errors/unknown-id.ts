// The error of an id without a record.
import type { ErrorDetail } from './failure.ts';

/** @param target the field with the id, dotted when nested */
export const unknownId = (what: string, id: string, target: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no ${what} with the id ${id}.`,
  target,
});
