// Reads JSON files and the values of their objects.
import { readFile } from 'node:fs/promises';
import { type RefusedRow, UnreadableSource } from '../../../shared/import/row-source.ts';

/** A JSON object whose members have not been validated. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The refusal of an entry that is no JSON object. */
export const refuseNonObject = (row: string, entry: unknown): RefusedRow => ({
  row,
  problems: [{ field: '(row)', reason: 'is not a JSON object', value: JSON.stringify(entry) }],
});

/**
 * The entries of a JSON file that contains a list.
 * @param of what the entries should be, for the message: "people"
 * @throws UnreadableSource when the file is empty, is not JSON, or contains something other than a list
 */
export async function readJsonList(path: string, of: string): Promise<readonly unknown[]> {
  const value = await readJson(path, `a JSON list of ${of}`);
  if (!Array.isArray(value)) {
    throw new UnreadableSource(
      `"${path}" contains ${describeType(value)}: a JSON list of ${of} is expected.`,
    );
  }
  return value;
}

/**
 * The content of a JSON file.
 * @param of what it should be, for the message: "a JSON list of people"
 * @throws UnreadableSource when the file is empty or is not JSON
 */
export async function readJson(path: string, of: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(`"${path}" can't be read: ${error.code ?? 'unknown reason'}.`);
  });
  if (text.trim() === '') throw new UnreadableSource(`"${path}" is empty: ${of} is expected.`);
  return parseJson(text.replace(/^\uFEFF/, ''), path);
}

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

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnreadableSource(
      `"${path}" is not valid JSON: ${error instanceof Error ? error.message : 'it does not parse'}.`,
    );
  }
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'one object' : `a ${typeof value}`;
}
