// DATA_DIR is made with its marker and never laid over somebody's files.
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalPlatformError } from '../command/local-platform-error.ts';
import { isDataDir, openDataDir } from './data-dir.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-data-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a data folder is created with its parents, marker and subfolders, and opens again', async () => {
  const path = join(folder, 'a', 'b');
  const first = await openDataDir(path);
  expect((await readdir(path)).sort()).toEqual(['.rostrum', 'dynamodb', 'mail']);
  await writeFile(first.secrets, '{}');
  const again = await openDataDir(path);
  expect(again).toEqual(first);
  expect(await isDataDir(again)).toBe(true);
});

test('only its owner can read a data folder, also one that others could', async () => {
  const path = join(folder, 'open');
  await mkdir(path, { mode: 0o755 });
  await openDataDir(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a folder with other files is refused and stays unchanged', async () => {
  await writeFile(join(folder, 'letter.txt'), 'dear');
  await expect(openDataDir(folder)).rejects.toThrow(LocalPlatformError);
  expect(await readdir(folder)).toEqual(['letter.txt']);
});

test('a path that is or contains a file is refused in one sentence', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openDataDir(file)).rejects.toThrow(/is a file: set DATA_DIR/);
  await expect(openDataDir(join(file, 'below'))).rejects.toThrow(/is a file: set DATA_DIR/);
});

test('a folder that the system does not create is refused at once', async () => {
  await mkdir(join(folder, 'there'));
  // /proc refuses even the superuser, for whom no permission bit is a hindrance.
  const refused = process.platform === 'linux' ? '/proc/rostrum/data' : join(folder, 'there', '\0');
  await expect(openDataDir(refused)).rejects.toThrow(LocalPlatformError);
});
