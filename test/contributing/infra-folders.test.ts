// The folders under infra/ import each other in one direction only, so that each can be understood by itself.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

const infra = join(projectFolder, 'infra');

/** The folders that the files of a folder import, tests left out. */
async function listImportedFolders(folder: string): Promise<Set<string>> {
  const files = (await readdir(join(infra, folder), { recursive: true })).filter(
    (file) => /\.(ts|mjs)$/.test(file) && !/\.test\.ts$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(infra, folder, file), 'utf8')));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/from '(?:\.\.\/)+([\w-]+)\/[^']+'/g)].map(([, name = '']) => name),
  );
  return new Set(imported.filter((name) => name !== folder));
}

/** Removes the folders that import no remaining one until none is left or a cycle remains. */
function listFoldersInCycles(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let remaining = [...imports.keys()];
  for (let size = -1; size !== remaining.length; ) {
    size = remaining.length;
    const left = new Set(remaining);
    remaining = remaining.filter((folder) => [...(imports.get(folder) ?? [])].some((name) => left.has(name)));
  }
  return remaining;
}

it('no folder under infra imports another in a cycle', async () => {
  const entries = await readdir(infra, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const imports = new Map(
    await Promise.all(folders.map(async (folder) => [folder, await listImportedFolders(folder)] as const)),
  );
  expect(imports.get('local')?.has('contracts')).toBe(true);
  expect(listFoldersInCycles(imports)).toEqual([]);
});
