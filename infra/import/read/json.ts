// Reads JSON files.
import { readFile } from 'node:fs/promises';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';

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
