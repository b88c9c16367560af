// Finds the downloads of Open States in a source: archives as they come, or what was unpacked of them.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  findTable,
  joinTables,
  parseTable,
  type TableName,
} from '../../../functions/billtracking/sources/read/openstates-downloads.ts';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import { listArchiveParts, readArchivePart } from '../../../shared/import/tables/archive-parts.ts';

/** The bills of a session as a download has them. `label` precedes their row numbers. */
export interface OpenStatesDownload {
  readonly label: string;
  readonly entries: readonly unknown[];
}

/** A file of a download: its name, and how its text is read. */
interface Part {
  readonly name: string;
  readonly read: () => Promise<string>;
}

/** The longest part that is unpacked; a longer text can't be read as one. */
const MAX_BYTES = 2 ** 29 - 1;
const isList = (name: string): boolean => /_bills\.json$/.test(name);
const isArchive = (name: string): boolean => /\.zip$/i.test(name);
const toLabel = (name: string): string => `${basename(name)} `;

async function readPart<T>({ name, read }: Part, parse: (text: string) => T | Promise<T>): Promise<T> {
  try {
    return await parse((await read()).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadableSource(
      `"${name}" can't be read: ${error instanceof Error ? error.message : 'it is damaged'}.`,
    );
  }
}

/** The sessions of which there are tables, and the lists of bills. */
async function readParts(parts: readonly Part[]): Promise<readonly OpenStatesDownload[]> {
  const found = parts.flatMap((part) => {
    const table = findTable(part.name);
    return table ? [{ ...table, part }] : [];
  });
  const downloads: OpenStatesDownload[] = [];
  for (const [session, members] of Map.groupBy(found, (one) => one.session)) {
    const tables = new Map<TableName, readonly Readonly<Record<string, string>>[]>();
    for (const { table, part } of members) tables.set(table, await readPart(part, parseTable));
    if (!tables.has('bills'))
      throw new UnreadableSource(`The tables "${session}_..." have no "${basename(session)}_bills.csv".`);
    downloads.push({ label: toLabel(`${session}_bills.csv`), entries: joinTables(tables) });
  }
  for (const part of parts.filter(({ name }) => isList(name))) {
    const value = await readPart(part, (text): unknown => JSON.parse(text));
    downloads.push({ label: toLabel(part.name), entries: Array.isArray(value) ? value : [value] });
  }
  return downloads;
}

async function readArchive(path: string): Promise<readonly OpenStatesDownload[]> {
  const bytes = await readFile(path);
  const parts = (listArchiveParts(bytes) ?? []).map(
    (part): Part => ({
      name: join(path, part.name),
      read: async () => (await readArchivePart(bytes, part, MAX_BYTES)).toString('utf8'),
    }),
  );
  const downloads = await readParts(parts);
  if (downloads.length > 0) return downloads;
  throw new UnreadableSource(
    `"${path}" is no download of Open States: it has no file that ends in _bills.csv or _bills.json.`,
  );
}

const toParts = (paths: readonly string[]): Part[] =>
  paths.map((path) => ({ name: path, read: () => readFile(path, 'utf8') }));

/**
 * The downloads in a source: an archive, a folder with archives or with what was unpacked of them, or a table of bills with the tables
 * beside it. A list of bills in the folder itself is none: its content tells what it is.
 * @throws UnreadableSource
 */
export async function loadDownloads(path: string): Promise<readonly OpenStatesDownload[]> {
  const about = await stat(path).catch(() => undefined);
  if (about?.isDirectory()) {
    const names = (await readdir(path, { recursive: true })).sort();
    const files = names.filter((name) => findTable(name) || (isList(name) && dirname(name) !== '.'));
    const downloads = [...(await readParts(toParts(files.map((name) => join(path, name)))))];
    for (const name of names.filter(isArchive)) downloads.push(...(await readArchive(join(path, name))));
    return downloads;
  }
  if (about === undefined) return [];
  if (isArchive(path)) return readArchive(path);
  const table = findTable(path);
  if (!table) return [];
  const names = (await readdir(dirname(path))).map((name) => join(dirname(path), name));
  return readParts(toParts(names.filter((name) => findTable(name)?.session === table.session)));
}
