// Reads the values of JSON objects whose members have not been validated.
import type { RefusedRow } from '../rows/row-source.ts';

/** A JSON object whose members have not been validated. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The refusal of an entry that is no JSON object. */
export const refuseNonObject = (row: string, entry: unknown): RefusedRow => ({
  row,
  problems: [{ field: '(row)', reason: 'is not a JSON object', value: JSON.stringify(entry) }],
});

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, otherwise an empty one. */
export const readObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The entries of a member that should be a list of objects; anything else gives none. */
export function readObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
