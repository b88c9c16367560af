// The folders under infra/ and infra/local/ import each other in one direction only, so that each can be understood by
// itself.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

/** The folders next to a folder that its files import, tests left out. */
async function listImportedFolders(parent: string, folder: string): Promise<Set<string>> {
  const files = (await readdir(join(parent, folder), { recursive: true })).filter(
    (file) => /\.(ts|mjs)$/.test(file) && !/\.test\.ts$/.test(file),
  );
  const imported = files.map(async (file) => {
    const path = join(parent, folder, file);
    const text = await readFile(path, 'utf8');
    return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
      relative(parent, join(dirname(path), target)).split(sep),
    );
  });
  const paths = (await Promise.all(imported)).flat().filter((path) => path.length > 1);
  return new Set(paths.flatMap(([name]) => (name && name !== '..' && name !== folder ? [name] : [])));
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

it.each([
  ['infra', 'local', 'contracts'],
  ['infra/local', 'demo', 'secrets'],
])('no folder under %s imports another in a cycle', async (path, folder, known) => {
  const parent = join(projectFolder, path);
  const entries = await readdir(parent, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const imports = new Map(
    await Promise.all(folders.map(async (name) => [name, await listImportedFolders(parent, name)] as const)),
  );
  expect(imports.get(folder)?.has(known)).toBe(true);
  expect(listFoldersInCycles(imports)).toEqual([]);
});
