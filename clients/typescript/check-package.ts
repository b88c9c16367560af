// Prints what publint and Are The Types Wrong find wrong with the built package; nothing when it is right.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';

const folder = import.meta.dirname;

async function readPackage(): Promise<Package> {
  const name = '@rostrum/client';
  const built = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
  const paths = built.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: Record<string, string> = {};
  for (const path of [join(folder, 'package.json'), ...paths])
    files[`/node_modules/${name}${path.slice(folder.length).replaceAll('\\', '/')}`] = await readFile(
      path,
      'utf8',
    );
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return new Package(files, name, version);
}

/** What is wrong with the package for those who install it. */
async function listPackageProblems(): Promise<string[]> {
  const { messages } = await publint({ pkgDir: folder, strict: true });
  const types = await checkPackage(await readPackage());
  const problems = types.types ? types.problems : [{ kind: 'NoTypes' as const }];
  return [
    ...messages.map((message) => `publint: ${message.code} at ${message.path.join('.')}`),
    // The package is ESM, as all programs since Node 20 can load: require() of it and the resolution of Node 10 are given up.
    ...problems
      .filter(({ kind }) => kind !== 'CJSResolvesToESM')
      .filter((problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'))
      .map((problem) => `types: ${JSON.stringify(problem)}`),
  ];
}

for (const problem of await listPackageProblems()) console.log(problem);
