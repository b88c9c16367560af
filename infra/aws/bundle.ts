// Bundles each function into a folder of its own with esbuild: only what it imports, AWS SDK included.
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type BuildContext,
  type BuildOptions,
  context,
  version as esbuildVersion,
  type Metafile,
  type OutputFile,
} from 'esbuild';
import { projectFolder } from '../contracts/registry.ts';
import { createBuiltinModules, isBuiltinModule } from './builtin-modules.ts';
import {
  createFileHasher,
  type FileHasher,
  isFresh,
  type Manifest,
  readManifest,
  sha256,
} from './bundle-manifest.ts';
import { needsNamesOnly } from './content-names.ts';
import { createLeanSchemas } from './lean-schemas.ts';
import { isWholeSdkWanted } from './lean-sdk.ts';
import { type LinkedPackages, linkPackages } from './linked-packages.ts';
import { externalPackages, listPackageFiles, readsTypefaces } from './package-files.ts';
import {
  buildSchemaReaders,
  createRequestPlans,
  isPlanModule,
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
  metafile: true,
  write: false,
  external: externalPackages,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** CommonJS dependencies call `require` for Node's own modules; ESM has none. */
const requireBanner = {
  js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
};

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

/** How many bundles are built at once; esbuild uses every core for each, and each worker parses every module. */
const concurrency = 2;

/** Stands for the module of the function that is built. */
const entryName = 'rostrum:entry';

/** What esbuild makes of one function. */
interface BuildOutput {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

/**
 * Builds functions one after the other. Esbuild reads and parses a module once for all of them; the result is the same as of
 * a build of its own.
 */
function createBuilder({ plugin, unfold }: LinkedPackages, plans: ReadonlyMap<string, PlannedEndpoint>) {
  const builtins = createBuiltinModules();
  let file = '';
  let hasNamesOnly = false;
  const lean = createLeanSchemas(() => hasNamesOnly);
  const contexts = new Map<string, Promise<BuildContext<typeof options>>>();
  const getContext = (more: Pick<BuildOptions, 'define' | 'banner'>) => {
    const name = JSON.stringify(more);
    const known =
      contexts.get(name) ??
      context({
        ...options,
        ...more,
        entryPoints: { index: entryName },
        outdir: 'out',
        plugins: [
          {
            name: 'entry',
            setup: ({ onResolve }) => onResolve({ filter: /^rostrum:entry$/ }, () => ({ path: file })),
          },
          plugin,
          createRequestPlans(() => plans.get(file)),
          lean,
          builtins,
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
      const rebuild = async () => (await getContext({ define })).rebuild();
      hasNamesOnly = plans.has(file);
      const planned = await rebuild();
      // What needs zod all the same may need the whole of those schemas.
      hasNamesOnly =
        hasNamesOnly &&
        !listInputs(unfold(planned.metafile)).some(isZod) &&
        planned.outputFiles.every(({ text }) => needsNamesOnly(text));
      const plain = plans.has(file) && !hasNamesOnly ? await rebuild() : planned;
      const requires = plain.outputFiles.some(({ text }) => text.includes('Dynamic require of'));
      const { outputFiles, metafile } = requires
        ? await (await getContext({ define, banner: requireBanner })).rebuild()
        : plain;
      return { outputFiles, metafile: unfold(metafile) };
    },
    async dispose(): Promise<void> {
      for (const each of contexts.values()) await (await each).dispose();
    },
  };
}

/** The modules that a build has something of. */
const listInputs = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );

const isZod = (path: string): boolean => path.includes('node_modules/zod/');

type Builder = ReturnType<typeof createBuilder>;

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
  const files = outputFiles
    .filter(({ path }) => reachable.has(relative(projectFolder, path).replaceAll('\\', '/')))
    .map(({ path, text }) => ({ path, text: replaceBuiltinImports(text) }));
  if (schemas) files.push({ path: schemaReaderFile, text: replaceBuiltinImports(schemas.text) });
  const draft = `${folder}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  for (const { path, text } of files) await writeFile(join(draft, basename(path)), text);
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
    bytes: [...files.map(({ text }) => Buffer.byteLength(text)), ...carried.map(({ bytes }) => bytes)].reduce(
      (sum, bytes) => sum + bytes,
      0,
    ),
    startup: measureStartup(metafile, 'out/index.mjs'),
    hashesPasswords: files.some(({ text }) => /["'`]argon2id["'`]/.test(text)),
  };
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  await writeFile(`${folder}.json`, JSON.stringify(manifest));
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
  const hashOf = createFileHasher();
  const lean = createLeanSchemas();
  const linked = await linkPackages(
    entries.map(({ file }) => file),
    { ...options, plugins: [lean] },
    { keepsSdk },
  );
  const plans = await planEndpoints(entries.map(({ file }) => file));
  const getPlanned = ({ file }: BundleEntry) => plans.get(resolve(projectFolder, file));
  const bundler = [
    esbuildVersion,
    linked.checksum,
    ...(await Promise.all(
      [
        'infra/aws/bundle.ts',
        'infra/aws/bundle-manifest.ts',
        'infra/aws/startup-size.ts',
        'infra/aws/package-files.ts',
        'infra/aws/builtin-modules.ts',
        'infra/aws/content-names.ts',
        'infra/aws/lean-schemas.ts',
        'infra/aws/linked-packages.ts',
        'infra/aws/request-plans.ts',
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
  const waiting: { readonly entry: BundleEntry; readonly recipe: string }[] = [];
  for (const entry of entries) {
    const folder = join(target, entry.name);
    const recipe = sha256(JSON.stringify([bundler, entry, getPlanned(entry)]));
    const previous = await readManifest(`${folder}.json`);
    if (previous && (await isFresh(previous, recipe, folder, hashOf))) add(entry.name, previous);
    else waiting.push({ entry, recipe });
  }
  const planned = new Set(waiting.flatMap(({ entry }) => getPlanned(entry) ?? []));
  const readers = await buildSchemaReaders([...planned], {
    ...options,
    plugins: [linked.plugin, lean, createBuiltinModules()],
  });
  const work = async (builder: Builder): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { entry, recipe } = next;
      const built = await builder.build(entry);
      const endpoint = getPlanned(entry);
      const reader = endpoint && readers.get(endpoint);
      const schemas = reader && { ...reader, output: linked.unfoldOutput(reader.output) };
      add(entry.name, await writeBundle(join(target, entry.name), recipe, built, hashOf, schemas));
    }
  };
  const builders = Array.from({ length: concurrency }, () => createBuilder(linked, plans));
  try {
    await Promise.all(builders.map(work));
  } finally {
    await Promise.all(builders.map((builder) => builder.dispose()));
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
