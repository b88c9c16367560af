// A folder is seen at a glance. The files directly in it and those in another folder, a folder in it included, import each other in one
// direction only, so that each folder can be understood with those it imports. Under infra this is true of whole folders too.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

type FolderImports = ReadonlyMap<string, ReadonlySet<string>>;

/** More files than these are not seen at a glance. */
const MOST_FILES = 25;

const isOfPackage = (file: string): boolean => /(^|[\\/])node_modules[\\/]/.test(file);

it.each(['functions', 'shared', 'infra', 'test', 'docs'])(
  'no folder of %s has more than 25 files',
  async (root) => {
    const entries = await readdir(join(projectFolder, root), { recursive: true, withFileTypes: true });
    const counts = new Map<string, number>();
    for (const entry of entries) {
      if (!entry.isFile() || isOfPackage(join(entry.parentPath, entry.name))) continue;
      counts.set(entry.parentPath, (counts.get(entry.parentPath) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  },
);

const importPattern = /(?:from|import\()\s*'(\.[^']+)'/g;

/** Each folder below a root, with the folders below the same root that its files import; tests left out. */
async function readFolderImports(root: string): Promise<FolderImports> {
  const files = (await readdir(join(projectFolder, root), { recursive: true })).filter(
    // The bench and the load generator have packages of their own, installed when they run.
    (file) => /\.(ts|mjs)$/.test(file) && !/\.test\.ts$/.test(file) && !isOfPackage(file),
  );
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = join(root, dirname(file));
    const text = await readFile(join(projectFolder, root, file), 'utf8');
    const imported = [...text.matchAll(importPattern)]
      .map(([, specifier = '']) => join(folder, dirname(specifier)))
      .filter((other) => other !== folder && !relative(root, other).startsWith('..'));
    imports.set(folder, new Set([...(imports.get(folder) ?? []), ...imported]));
  }
  return imports;
}

/** The folders that import themselves through others. */
function listFoldersInCircles(imports: FolderImports): string[] {
  const listReachable = (from: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const waiting = [...(imports.get(from) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...(imports.get(next) ?? []));
    }
    return reached;
  };
  return [...imports.keys()].filter((folder) => listReachable(folder).has(folder)).sort();
}

it('a folder and one in it that import each other are found', () => {
  const imports = new Map([
    ['a', new Set(['a/b', 'c'])],
    ['a/b', new Set(['a'])],
    ['c', new Set(['d'])],
  ]);
  expect(listFoldersInCircles(imports)).toEqual(['a', 'a/b']);
});

/** The same imports between the folders directly below the root, each with all that is in it. */
function joinWholeFolders(root: string, imports: FolderImports): FolderImports {
  const toWhole = (folder: string) => relative(root, folder).split(sep)[0] ?? '';
  const joined = new Map<string, Set<string>>();
  for (const [folder, imported] of imports) {
    const whole = toWhole(folder);
    const others = [...imported].map(toWhole).filter((other) => other !== whole && other !== '');
    if (whole !== '') joined.set(whole, new Set([...(joined.get(whole) ?? []), ...others]));
  }
  return joined;
}

it.each(['functions', 'shared', 'infra'])('no folders of %s import each other in circles', async (root) => {
  const imports = await readFolderImports(root);
  expect([...imports.values()].some((imported) => imported.size > 0)).toBe(true);
  expect(listFoldersInCircles(imports)).toEqual([]);
});

it.each(['infra', 'infra/local'])('nor do the folders of %s, each taken as a whole', async (root) => {
  const imports = joinWholeFolders(root, await readFolderImports(root));
  expect([...imports.values()].some((imported) => imported.size > 0)).toBe(true);
  expect(listFoldersInCircles(imports)).toEqual([]);
});
