// What seeding wrote, kept next to the installed packages: later starts and test runs write it as it is, in a tenth of the time.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { projectFolder } from '../../contracts/registry.ts';
import type { ItemTexts } from '../database/plain-requests.ts';
import type { DemoData } from './seed.ts';

/** The demo data as a table and its secrets have it. */
export interface PreparedDemo {
  readonly items: ItemTexts;
  /** The text of the secrets file: items are signed and sealed with its keys. */
  readonly secrets: string;
  readonly demo: DemoData;
}

const folder = join(projectFolder, 'node_modules', '.cache', 'demo');

/** Everything that can change what seeding writes: rules, stores, endpoints and the data itself. */
const sources = ['functions', 'shared', join('infra', 'contracts'), join('infra', 'local', 'demo')];

async function listSourceFiles(): Promise<readonly string[]> {
  const lists = await Promise.all(
    sources.map(async (source) =>
      (await readdir(join(projectFolder, source), { recursive: true })).map((file) => join(source, file)),
    ),
  );
  return [
    'package-lock.json',
    ...lists.flat().filter((file) => /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts')),
  ].sort();
}

/**
 * The file that keeps the demo data of these sources and of the day, because its dates count from today (UTC). A copy is
 * never older than a day. Tests have one of their own, whose passwords are hashed at no cost: a sign-in would replace others.
 */
export async function findPreparedFile(
  now = new Date(),
  reader: 'platform' | 'tests' = 'platform',
): Promise<string> {
  const files = await listSourceFiles();
  const contents = await Promise.all(files.map((file) => readFile(join(projectFolder, file))));
  const day = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const hash = createHash('sha256').update(`${day.join('-')} ${reader}`);
  for (const [index, file] of files.entries()) hash.update(`\0${file}\0`).update(contents[index] ?? '');
  return join(folder, hash.digest('hex').slice(0, 32));
}

/** The prepared data of a file; undefined while there is none. */
export const readPreparedDemo = (file: string): Promise<PreparedDemo | undefined> =>
  readFile(file).then(deserialize, () => undefined);

const DAY = 24 * 3_600_000;

/** Keeps the data for later, for this user alone because of its keys, and removes copies of earlier days. */
export async function keepPreparedDemo(file: string, prepared: PreparedDemo): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(part, serialize(prepared), { mode: 0o600 });
    await rename(part, file);
    const written = await stat(file);
    for (const name of await readdir(folder)) {
      const { mtimeMs } = await stat(join(folder, name));
      if (mtimeMs < written.mtimeMs - DAY) await rm(join(folder, name), { force: true });
    }
  } catch {
    // A full or read-only disk: the next run seeds again.
    await rm(part, { force: true }).catch(() => undefined);
  }
}
