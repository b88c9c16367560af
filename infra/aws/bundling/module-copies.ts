// Copies the modules that functions are made of to a folder, from where esbuild reads them by itself.
//
// Esbuild parses a module that ends in .ts or .js again in every build where the nearest package.json has a "type", because it
// compares what it read of that by identity; and it sends plugins each module that they may change. Copies that end in .mts or
// .mjs and need no plugin are parsed once for all builds, which halves the processor time of bundling.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../../contracts/registry.ts';
import { nameBuiltin, writeBuiltin } from './builtin-modules.ts';
import { replaceContents } from './content-names.ts';
import { isCatalogue, leanCatalogue } from './lean-catalogue.ts';
import { declaresSchemas, leanSchemas } from './lean-schemas.ts';

/** The copies of modules, in a folder that is removed after the builds. */
export interface ModuleCopies {
  /** Absolute; what esbuild names relative to it has the same names in every run. */
  readonly folder: string;
  /** The copy of a module, absolute. */
  getCopy(file: string): string;
  /** What esbuild names like this, relative to the folder, as it is named relative to the project. */
  getSource(path: string): string;
  /** A message of esbuild with the names of sources in place of those of copies. */
  nameSources(message: string): string;
  /** The module that stands for one of Node's, by its name as builtin-modules.ts makes it; absolute. */
  getBuiltin(name: string): string;
  /** Writes the modules of linked packages, by the paths in their folder. */
  addLinked(texts: ReadonlyMap<string, string>): void;
  remove(): Promise<void>;
}

/** Names of packages that are linked once for all functions, as module copies import them. */
export const linkedSpecifier = '#linked/';

/** A package's name as a file's: `@aws-sdk/lib-dynamodb` -> `@aws-sdk+lib-dynamodb`. */
export const toLinkedName = (name: string): string => name.replaceAll('/', '+');

/** The packages to link. */
const linkedNames = /^(zod|jose(\/.+)?|@aws-sdk\/.+)$/;

/** Imports of values by a module's name, as code is formatted here or written by esbuild, which removes those of types. */
const staticImports =
  /^(import\s(?!type\b)[^"'();]*?\bfrom |import |export\s*(?:\*|\{)[^"'();]*?\bfrom )(["'])([^"'\n]+)\2/gm;
const dynamicImports = /\b(import\(\s*)(["'])([^"'\n]+)\2/g;

const isModule = (name: string): boolean => name.startsWith('.') && name.endsWith('.ts');

/** The modules in these files and those of the project that they import, directly or not, with their sources. */
async function findModules(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = await readFile(file, 'utf8').catch(() => undefined);
    if (source === undefined) return;
    sources.set(file, source);
    const names = [staticImports, dynamicImports].flatMap((pattern) =>
      [...source.matchAll(pattern)].flatMap(([, , , name = '']) => (isModule(name) ? [name] : [])),
    );
    await Promise.all(names.map((name) => visit(resolve(dirname(file), name))));
  };
  await Promise.all(files.map(visit));
  return sources;
}

/** The modules without types, by file. */
async function stripTypes(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: projectFolder,
    entryPoints: Object.fromEntries(files.map((file, index) => [index, file])),
    bundle: false,
    outdir: 'out',
    target: 'esnext',
    tsconfigRaw: '{}',
    write: false,
    logLevel: 'silent',
  });
  return new Map(
    outputFiles.flatMap(({ path, text }) => {
      const file = files[Number(/(\d+)\.js$/.exec(path)?.[1])];
      return file === undefined ? [] : [[file, text] as const];
    }),
  );
}

/** The same text with other names of what it imports, where `rename` has one. */
function renameImports(
  text: string,
  rename: (name: string, kind: 'static' | 'dynamic') => string | undefined,
): string {
  const replace =
    (kind: 'static' | 'dynamic') => (whole: string, before: string, quote: string, name: string) => {
      const renamed = rename(name, kind);
      return renamed === undefined ? whole : before + quote + renamed + quote;
    };
  return text.replaceAll(staticImports, replace('static')).replaceAll(dynamicImports, replace('dynamic'));
}

const prefix = 'modules-';

/** A folder of its own for each run; what a run that was ended left behind is removed. */
async function createFolder(): Promise<string> {
  const parent = join(projectFolder, 'build');
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const { mtimeMs } = (name.startsWith(prefix) && (await stat(path).catch(() => undefined))) || {};
    if (mtimeMs !== undefined && mtimeMs < Date.now() - 3_600_000)
      await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(parent, prefix));
}

function writeModule(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/**
 * Copies the modules in these files and all of the project that they import. Schemas that no function uses can be removed from
 * them (lean-schemas.ts), and where `namesOnly` is defined as true, stored records have names in place of schemas
 * (content-names.ts). They import Node's modules and the linked packages from folders beside them.
 */
export async function copyModules(files: readonly string[]): Promise<ModuleCopies> {
  const folder = await createFolder();
  const remove = () => rm(folder, { recursive: true, force: true });
  return writeCopies(folder, files).then(
    (copies) => ({ ...copies, remove }),
    async (error) => {
      await remove();
      throw error;
    },
  );
}

/** Where a folder of the project has packages of its own (infra/measure/bench), the copies in it find the same. */
async function linkOwnPackages(copiesFolder: string, copies: readonly string[]): Promise<void> {
  const folders = new Set(copies.flatMap(listFolders));
  for (const folder of folders) {
    const packages = join(projectFolder, folder, 'node_modules');
    // On Windows a junction needs no special rights, unlike a symbolic link; elsewhere the type is ignored.
    if (existsSync(packages)) await symlink(packages, join(copiesFolder, folder, 'node_modules'), 'junction');
  }
}

/** `a/b/c.ts` -> `a`, `a/b`. */
const listFolders = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

async function writeCopies(folder: string, files: readonly string[]): Promise<Omit<ModuleCopies, 'remove'>> {
  const sources = await findModules(files.map((file) => resolve(projectFolder, file)));
  const withSchemas = [...sources].flatMap(([file, source]) => (declaresSchemas(file, source) ? [file] : []));
  const stripped = await stripTypes(withSchemas);
  const copies = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const [index, file] of [...sources.keys()].sort().entries()) {
    const path = relative(projectFolder, file).replaceAll('\\', '/');
    const inside = path.startsWith('..') ? `outside/${index}/${path.split('/').at(-1)}` : path;
    const copy = inside.replace(/\.ts$/, stripped.has(file) ? '.mjs' : '.mts');
    copies.set(file, join(folder, copy).replaceAll('\\', '/'));
    paths.set(copy, path);
  }
  const getCopy = (file: string) => copies.get(file) ?? file.replaceAll('\\', '/');
  const builtins = new Set<string>();
  const getBuiltin = (name: string) => {
    const file = join(folder, 'builtin', `${name}.mjs`).replaceAll('\\', '/');
    if (!builtins.has(name)) writeModule(file, writeBuiltin(name));
    builtins.add(name);
    return file;
  };
  const renameBuiltin = (name: string, kind: 'static' | 'dynamic'): string | undefined => {
    const builtin = kind === 'static' ? nameBuiltin(name) : undefined;
    return builtin && getBuiltin(builtin);
  };
  const linkedPackages = new Set<string>();
  for (const [file, source] of sources) {
    const text = stripped.get(file);
    const plain = isCatalogue(file) ? leanCatalogue(source) : source;
    const contents = text === undefined ? plain : await replaceContents(file, leanSchemas(text));
    const renamed = renameImports(contents, (name, kind) => {
      if (name.startsWith('.')) return getCopy(resolve(dirname(file), name));
      if (linkedNames.test(name)) {
        linkedPackages.add(name);
        return linkedSpecifier + toLinkedName(name);
      }
      return renameBuiltin(name, kind);
    });
    writeModule(getCopy(file), renamed);
  }
  const linked = join(folder, 'linked');
  writeModule(
    join(folder, 'package.json'),
    JSON.stringify({ imports: { [`${linkedSpecifier}*`]: './linked/*.mjs' } }),
  );
  // Esbuild may leave out what a function does not use of them.
  for (const each of [linked, join(folder, 'builtin')]) {
    writeModule(join(each, 'package.json'), JSON.stringify({ sideEffects: false }));
    // The project's own compiler options are not for them.
    writeModule(join(each, 'tsconfig.json'), '{}');
  }
  const getSource = (path: string): string => {
    if (path.startsWith('linked/')) return path.replace('/', ':');
    if (path.startsWith('builtin/')) return path.replace('/node_', ':node:').replace(/\.mjs$/, '');
    return paths.get(path) ?? path.replace(/^(?:\.\.\/)+/, '');
  };
  const copyPath = new RegExp(`build/${basename(folder)}/([^\\s:"]+)`, 'g');
  await linkOwnPackages(folder, [...paths.keys()]);
  return {
    folder,
    getCopy,
    getBuiltin,
    getSource,
    nameSources: (message) => message.replaceAll(copyPath, (_, path: string) => getSource(path)),
    addLinked(texts) {
      // No function uses what a module imports of others.
      for (const name of linkedPackages)
        writeModule(join(linked, `${toLinkedName(name)}.mjs`), `export * from ${JSON.stringify(name)};`);
      for (const [path, text] of texts) writeModule(join(linked, path), renameImports(text, renameBuiltin));
    },
  };
}
