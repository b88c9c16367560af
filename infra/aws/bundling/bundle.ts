// Bundles each function into a folder of its own with esbuild: only what it imports, AWS SDK included.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type BuildContext,
  type BuildOptions,
  context,
  version as esbuildVersion,
  type Metafile,
  type OutputFile,
} from 'esbuild';
import { projectFolder } from '../../contracts/registry.ts';
import { createBuiltinModules, isBuiltinModule } from './builtin-modules.ts';
import {
  createFileHasher,
  type FileHasher,
  isFresh,
  type Manifest,
  readManifest,
  sha256,
} from './bundle-manifest.ts';
import { namesOnly, needsNamesOnly } from './content-names.ts';
import { isWholeSdkWanted } from './lean-sdk.ts';
import { type LinkedPackages, linkPackages } from './linked-packages.ts';
import { copyModules, type ModuleCopies } from './module-copies.ts';
import { externalPackages, listPackageFiles, readsTypefaces } from './package-files.ts';
import {
  buildSchemaReaders,
  createRequestPlans,
  isPlanModule,
  listPlanModules,
  type PlannedEndpoint,
  planEndpoints,
  type SchemaReader,
  schemaReaderFile,
} from './request-plans.ts';
import { measureStartup, type StartupSize } from './startup-size.ts';
import { typefaceLayerName, writeTypefaceLayer } from './typeface-layer.ts';

/** A function to bundle. */
export interface BundleEntry {
  /** Unique; the name of the bundle's folder. */
  readonly name: string;
  /** The module that exports `handler`, absolute or relative to the project. */
  readonly file: string;
  /** Constants that the bundler defines in the module, by name. */
  readonly constants?: Readonly<Record<string, unknown>>;
}

/** A bundle: `index.mjs`, which exports `handler`, and the chunks and files that it loads when it needs them. */
export interface Bundle {
  /** The folder, absolute: the function's asset. */
  readonly folder: string;
  readonly bytes: number;
  readonly startup: StartupSize;
  /** The sources that are in it, relative to the project. */
  readonly sources: ReadonlySet<string>;
  /** Whether the password hashing itself is in it, not only something else of the same module. */
  readonly hashesPasswords: boolean;
  /** The folder of the layer with the typefaces, where it reads them. */
  readonly typefaces?: string | undefined;
}

/**
 * Measured with Node 24 on a list handler (median import time of a fresh process): one ESM file with esbuild's defaults
 * 80 ms and 1.6 MB; with `module` before `main` and code splitting 52 ms and 0.7 MB, of which only the 0.3 MB of
 * index.mjs load at start, because what the SDK imports on demand stays in chunks. Names are kept: shortening them saves
 * no time and makes stack traces unreadable. No source maps: reading one costs an error more than the function's run. Other
 * letters than ASCII are escaped (esbuild's default): with one of them, V8 keeps and compiles a file as two bytes a letter.
 */
const options = {
  absWorkingDir: projectFolder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  splitting: true,
  treeShaking: true,
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  chunkNames: '[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  // As those of .ts, of which they are copies: `<T>` may begin a function.
  loader: { '.mts': 'ts' },
  metafile: true,
  write: false,
  external: externalPackages,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** CommonJS dependencies call `require` for Node's own modules; ESM has none. */
const requireBanner =
  "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);\n";

/**
 * `import("node:http")`, as the SDK does it at the first request, has Node fill in every name of that module, the lazy
 * ones too, and so load its whole WebSocket and fetch client: 17 ms of a core. Asked for directly, the module is the
 * same and only what is used is loaded.
 */
const replaceBuiltinImports = (text: string): string =>
  text.replaceAll(
    /import\(("node:(?:http|async_hooks)")\)/g,
    'Promise.resolve(globalThis.process.getBuiltinModule($1))',
  );

/**
 * Esbuild is a Go program that keeps running between builds. Collecting garbage at four times the default heap growth
 * saves it a fifth of its processor time and costs some hundred megabytes.
 */
process.env.GOGC ??= '400';

/** Stands for the module of the function that is built. */
const entryName = 'rostrum:entry';

/** What esbuild makes of one function. */
interface BuildOutput {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

/** Builds functions one after the other. Esbuild reads and parses a module once for all of them. */
function createBuilder(
  hasNamesOnly: boolean,
  { unfold }: LinkedPackages,
  copies: ModuleCopies,
  plans: ReadonlyMap<string, PlannedEndpoint>,
) {
  let file = '';
  const contexts = new Map<string, Promise<BuildContext<typeof options>>>();
  const getContext = (define: Readonly<Record<string, string>>) => {
    const name = JSON.stringify(define);
    const known =
      contexts.get(name) ??
      context({
        ...options,
        absWorkingDir: copies.folder,
        define: { ...define, [namesOnly]: String(hasNamesOnly) },
        entryPoints: { index: entryName },
        outdir: 'out',
        plugins: [
          {
            name: 'entry',
            setup: ({ onResolve }) =>
              onResolve({ filter: /^rostrum:entry$/ }, () => ({ path: copies.getCopy(file) })),
          },
          createRequestPlans(() => plans.get(file), copies),
          createBuiltinModules(copies.getBuiltin),
        ],
      });
    contexts.set(name, known);
    return known;
  };
  return {
    async build(entry: BundleEntry): Promise<BuildOutput> {
      file = resolve(projectFolder, entry.file);
      const define = Object.fromEntries(
        Object.entries(entry.constants ?? {}).map(([name, value]) => [name, JSON.stringify(value)]),
      );
      const { outputFiles, metafile } = await (await getContext(define)).rebuild();
      return { outputFiles, metafile: unfold(metafile) };
    },
    async dispose(): Promise<void> {
      for (const each of contexts.values()) await (await each).dispose();
    },
  };
}

/** A file as it is written, and what its text says. */
interface DescribedFile {
  readonly text: string;
  readonly bytes: number;
  readonly needsNamesOnly: boolean;
  readonly callsRequire: boolean;
  readonly hashesPasswords: boolean;
}

/** Esbuild names a package's file by its path from the copies of modules. */
const packagePath = /"(?:\.\.\/)+(node_modules\/)/g;

function describeText(text: string): DescribedFile {
  const written = replaceBuiltinImports(text).replaceAll(packagePath, '"$1');
  return {
    text: written,
    bytes: Buffer.byteLength(written),
    needsNamesOnly: needsNamesOnly(text),
    callsRequire: text.includes('Dynamic require of'),
    hashesPasswords: /["'`]argon2id["'`]/.test(text),
  };
}

/** Those of chunks by checksum, which many functions have in common. */
const describedChunks = new Map<string, DescribedFile>();

function describeFile(file: OutputFile): DescribedFile {
  const known = describedChunks.get(file.hash);
  if (known) return known;
  const described = describeText(file.text);
  if (basename(file.path) !== 'index.mjs') describedChunks.set(file.hash, described);
  return described;
}

/** Whether a build with names in place of schemas can do: what needs zod all the same may need the whole of those schemas. */
const canDoWithNames = ({ outputFiles, metafile }: BuildOutput): boolean =>
  !listInputs(metafile).some(isZod) && outputFiles.every((file) => describeFile(file).needsNamesOnly);

/** The modules that a build has something of. */
const listInputs = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );

const isZod = (path: string): boolean => path.includes('node_modules/zod/');

/** A function whose bundle is not there or no longer current. */
interface WaitingEntry {
  readonly entry: BundleEntry;
  readonly recipe: string;
}

/**
 * The files that `index.mjs` imports, directly or not. Esbuild also writes chunks of functions that were removed as
 * unused; with those, a bundle would appear to sign tokens.
 */
function listReachableFiles({ outputs }: Metafile): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, external } of outputs[path]?.imports ?? []) if (!external) visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (path === 'out/index.mjs' && entryPoint) visit(path);
  return found;
}

const isOfProject = (path: string): boolean => !path.includes(':') && !path.startsWith('<');

/** Writes the folder and its manifest; a reader sees the old bundle or the new one, never a part of it. */
async function writeBundle(
  folder: string,
  recipe: string,
  { outputFiles, metafile }: BuildOutput,
  hashOf: FileHasher,
  schemas: SchemaReader | undefined,
): Promise<Manifest> {
  const reachable = listReachableFiles(metafile);
  const described = outputFiles.map((file) => ({ name: basename(file.path), ...describeFile(file) }));
  const banner = described.some(({ callsRequire }) => callsRequire) ? requireBanner : '';
  const files = described
    .filter(({ name }) => reachable.has(`out/${name}`))
    .map((file) => ({ ...file, text: banner + file.text, bytes: banner.length + file.bytes }));
  if (schemas) files.push({ name: schemaReaderFile, ...describeText(schemas.text) });
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  for (const { name, text } of files) writeFileSync(join(draft, name), text);
  const read = [...new Set([...Object.keys(metafile.inputs), ...(schemas?.inputs ?? [])])].filter(
    isOfProject,
  );
  const hashed = await Promise.all(read.map(async (path) => [path, (await hashOf(path)) ?? ''] as const));
  const outputs = [...[...reachable].map((path) => metafile.outputs[path]), schemas?.output];
  const sources = outputs.flatMap((output) =>
    Object.entries(output?.inputs ?? {}).flatMap(([source, { bytesInOutput }]) =>
      bytesInOutput > 0 && !isBuiltinModule(source) && !isPlanModule(source) ? [source] : [],
    ),
  );
  const carried = await listPackageFiles(sources);
  for (const { from, to } of carried) {
    await mkdir(dirname(join(draft, to)), { recursive: true });
    await copyFile(from, join(draft, to));
  }
  const manifest: Manifest = {
    recipe,
    inputs: Object.fromEntries(hashed),
    sources: [...new Set(sources)].sort(),
    bytes: [...files, ...carried].reduce((sum, { bytes }) => sum + bytes, 0),
    startup: measureStartup(metafile, 'out/index.mjs', banner.length),
    hashesPasswords: files.some(({ hashesPasswords }) => hashesPasswords),
  };
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  writeFileSync(`${folder}.json`, JSON.stringify(manifest));
  return manifest;
}

/** Removes the bundles of functions that no longer exist. */
async function removeStaleBundles(into: string, entries: readonly BundleEntry[]): Promise<void> {
  const names = [...entries.map(({ name }) => name), typefaceLayerName];
  const known = new Set(names.flatMap((name) => [name, `${name}.json`]));
  const left = (await readdir(into)).filter((file) => !known.has(file) && !/\.\d+$/.test(file));
  await Promise.all(left.map((file) => rm(join(into, file), { recursive: true, force: true })));
}

/**
 * Bundles the entries into folders below `into` (relative to the project; outside of what the pipeline passes on), again only
 * where a source, the bundler's own
 * code, esbuild or an installed package has changed. The same sources give the same bytes, and so the same asset hash.
 *
 * Each entry is an output of its own: in one run esbuild would choose chunks by what entries share, and a new endpoint would
 * change the bundles of all others. Only the packages that almost all of them use are linked once for all.
 * @param keepsSdk whether the functions get all of the SDK, as with DYNAMODB_SDK=default (lean-sdk.ts)
 * @throws Error with esbuild's message and the entry's name, when a source can't be bundled
 */
export async function bundleFunctions(
  entries: readonly BundleEntry[],
  into = 'build/bundles',
  { keepsSdk = isWholeSdkWanted() }: { readonly keepsSdk?: boolean } = {},
): Promise<ReadonlyMap<string, Bundle>> {
  const target = resolve(projectFolder, into);
  await mkdir(target, { recursive: true });
  const entryFiles = entries.map(({ file }) => file);
  const plans = await planEndpoints(entryFiles);
  const copies = await copyModules([...entryFiles, ...listPlanModules([...plans.values()])]);
  try {
    return await bundleCopies(entries, target, copies, plans, { keepsSdk });
  } catch (error) {
    if (error instanceof Error) error.message = copies.nameSources(error.message);
    throw error;
  } finally {
    await copies.remove();
  }
}

/** Bundles the entries, whose modules have copies. */
async function bundleCopies(
  entries: readonly BundleEntry[],
  target: string,
  copies: ModuleCopies,
  plans: ReadonlyMap<string, PlannedEndpoint>,
  { keepsSdk }: { readonly keepsSdk: boolean },
): Promise<ReadonlyMap<string, Bundle>> {
  const hashOf = createFileHasher();
  const linked = await linkPackages(
    entries.map(({ file }) => file),
    copies,
    { ...options, define: { [namesOnly]: 'false' } },
    { keepsSdk },
  );
  const getPlanned = ({ file }: BundleEntry) => plans.get(resolve(projectFolder, file));
  const bundler = [
    esbuildVersion,
    linked.checksum,
    ...(await Promise.all(
      [
        'infra/aws/bundling/bundle.ts',
        'infra/aws/bundling/bundle-manifest.ts',
        'infra/aws/bundling/startup-size.ts',
        'infra/aws/bundling/package-files.ts',
        'infra/aws/bundling/builtin-modules.ts',
        'infra/aws/bundling/content-names.ts',
        'infra/aws/bundling/lean-catalogue.ts',
        'infra/aws/bundling/lean-schemas.ts',
        'infra/aws/bundling/linked-packages.ts',
        'infra/aws/bundling/module-copies.ts',
        'infra/aws/bundling/request-plans.ts',
        'package-lock.json',
      ].map(hashOf),
    )),
  ];
  const installed = (await hashOf('package-lock.json')) ?? '';
  const bundles = new Map<string, Bundle>();
  const add = (name: string, { bytes, startup, sources, hashesPasswords }: Manifest): void => {
    bundles.set(name, {
      ...{ folder: join(target, name), bytes, startup, hashesPasswords },
      sources: new Set(sources),
    });
  };
  const waiting: WaitingEntry[] = [];
  for (const entry of entries) {
    const folder = join(target, entry.name);
    const recipe = sha256(JSON.stringify([bundler, entry, getPlanned(entry)]));
    const previous = await readManifest(`${folder}.json`);
    if (previous && (await isFresh(previous, recipe, folder, hashOf))) add(entry.name, previous);
    else waiting.push({ entry, recipe });
  }
  const planned = new Set(waiting.flatMap(({ entry }) => getPlanned(entry) ?? []));
  const readers = await buildSchemaReaders([...planned], copies, {
    ...options,
    absWorkingDir: copies.folder,
    define: { [namesOnly]: 'false' },
    plugins: [createBuiltinModules(copies.getBuiltin)],
  });
  const write = async ({ entry, recipe }: WaitingEntry, built: BuildOutput): Promise<void> => {
    const endpoint = getPlanned(entry);
    const reader = endpoint && readers.get(endpoint);
    const schemas = reader && { ...reader, output: linked.unfoldOutput(reader.output) };
    add(entry.name, await writeBundle(join(target, entry.name), recipe, built, hashOf, schemas));
  };
  const needSchemas: WaitingEntry[] = [];
  const withNames = createBuilder(true, linked, copies, plans);
  const withSchemas = createBuilder(false, linked, copies, plans);
  const buildWithSchemas = async (some: readonly WaitingEntry[]): Promise<void> => {
    for (const each of some) await write(each, await withSchemas.build(each.entry));
  };
  const buildWithNames = async (some: readonly WaitingEntry[]): Promise<void> => {
    for (const each of some) {
      const built = await withNames.build(each.entry);
      if (canDoWithNames(built)) await write(each, built);
      else needSchemas.push(each);
    }
  };
  try {
    await Promise.all([
      buildWithNames(waiting.filter(({ entry }) => getPlanned(entry))),
      buildWithSchemas(waiting.filter(({ entry }) => !getPlanned(entry))),
    ]);
    await buildWithSchemas(needSchemas);
  } finally {
    await Promise.all([withNames.dispose(), withSchemas.dispose()]);
  }
  await removeStaleBundles(target, entries);
  const isPrinting = [...bundles.values()].some(({ sources }) => readsTypefaces(sources));
  const typefaces = isPrinting ? await writeTypefaceLayer(target, installed) : undefined;
  return new Map(
    entries.flatMap(({ name }) => {
      const bundle = bundles.get(name);
      if (!bundle) return [];
      return [[name, readsTypefaces(bundle.sources) ? { ...bundle, typefaces } : bundle]];
    }),
  );
}
