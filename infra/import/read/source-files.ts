// Finds the files of a source: one file, or every file of a folder that the import can read.
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import type { TableSource } from '../../../shared/import/tables/table-record.ts';
import { assertNotPacked } from './assert-not-packed.ts';

export const READABLE = ['.csv', '.tsv', '.txt', '.json'] as const;

/** What lists of people and organizations may be. */
export const TABLES = [...READABLE, '.xlsx'] as const;

/** A file to read. `label` precedes its row numbers: empty for a single file, the file name in a folder. */
export interface SourceFile {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly format: 'table' | 'json';
}

/**
 * The files of a source in the order of their names.
 * @throws UnreadableSource when there is no such file or folder, or no file in it that can be read
 */
export async function listSourceFiles(
  path: string,
  readable: readonly string[] = READABLE,
): Promise<readonly SourceFile[]> {
  const about = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(
      error.code === 'ENOENT'
        ? `There is no file or folder "${path}".`
        : `"${path}" can't be opened: ${error.code ?? 'unknown reason'}.`,
    );
  });
  if (!about.isDirectory()) {
    await assertNotPacked(path, readable);
    return [toSourceFile(path, '')];
  }
  const names = (await readdir(path)).filter((name) => readable.includes(getExtension(name))).sort();
  if (names.length === 0) {
    throw new UnreadableSource(`The folder "${path}" has no file that ends in ${readable.join(', ')}.`);
  }
  for (const name of names) await assertNotPacked(join(path, name), readable);
  return names.map((name) => toSourceFile(join(path, name), `${name} `));
}

/** A sentence for every file of a folder that is skipped for its extension; hidden files are not reported. */
export async function describeSkippedFiles(
  path: string,
  readable: readonly string[] = READABLE,
): Promise<readonly string[]> {
  const about = await stat(path).catch(() => undefined);
  if (!about?.isDirectory()) return [];
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && !entry.name.startsWith('.') && !readable.includes(getExtension(entry.name)),
    )
    .map(({ name }) => name)
    .sort()
    .map((name) => `"${join(path, name)}" was skipped: it does not end in ${readable.join(', ')}.`);
}

/**
 * The same, of a folder and of all folders in it; a file is called by its path below the folder.
 * @throws UnreadableSource
 */
export async function listSourceFilesRecursively(
  path: string,
  readable: readonly string[],
): Promise<readonly SourceFile[]> {
  const about = await stat(path).catch(() => undefined);
  if (!about?.isDirectory()) return listSourceFiles(path, readable);
  const names = (await readdir(path, { recursive: true }))
    .filter((name) => readable.includes(getExtension(name)))
    .sort();
  if (names.length === 0)
    throw new UnreadableSource(`The folder "${path}" has no file that ends in ${readable.join(', ')}.`);
  return names.map((name) => toSourceFile(join(path, name), `${name} `));
}

/** A file of text, read when it is opened. */
export const openSourceFile = ({ path }: SourceFile): TableSource => ({
  name: path,
  open: () => createReadStream(path),
});

function toSourceFile(path: string, label: string): SourceFile {
  return { path, name: basename(path), label, format: getExtension(path) === '.json' ? 'json' : 'table' };
}

const getExtension = (name: string): string => extname(name).toLowerCase();
