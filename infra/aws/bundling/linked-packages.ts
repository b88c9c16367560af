// Links the packages that almost every function uses once for all of them: the AWS SDK, zod, jose.
//
// They are over 800 of the 1,000 modules of a typical function, and linking them again took three quarters of the time of a
// bundle. Linked once, they are some fifty modules that contain what any function imports; the bundle of a function takes
// from those what it uses, as from other modules.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type AnyNode, type ImportDeclaration, parse } from 'acorn';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { projectFolder } from '../../contracts/registry.ts';
import { leanClients, leanItemsClient } from './lean-sdk.ts';
import { linkedSpecifier, type ModuleCopies, toLinkedName } from './module-copies.ts';

const namespace = 'linked';

/** What is imported of a package: names, or everything. */
type ImportedNames = Set<string> | 'everything';

type Output = Metafile['outputs'][string];
type OutputInputs = Output['inputs'];

/** The packages, linked. */
export interface LinkedPackages {
  /** Checksum of their text. */
  readonly checksum: string;
  /** Describes a build by the sources and the packages' own modules, as if it had read those itself. */
  unfold(metafile: Metafile): Metafile;
  unfoldOutput(output: Output): Output;
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Calls `visit` for a node and those below it, until it returns false. */
function walk(node: AnyNode, visit: (node: AnyNode) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
}

const getText = (node: AnyNode | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'Identifier'
      ? node.name
      : undefined;

/** The package that a module's copy imports by a name. */
const getLinkedName = (specifier: string | undefined): string | undefined =>
  specifier?.startsWith(linkedSpecifier)
    ? specifier.slice(linkedSpecifier.length).replaceAll('+', '/')
    : undefined;

/** The names that a module's text imports of the packages to link. */
function listImportedNames(text: string): ReadonlyMap<string, ImportedNames> {
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  const found = new Map<string, ImportedNames>();
  const add = (name: string, imported: string | undefined): void => {
    const known = found.get(name) ?? new Set<string>();
    if (imported === undefined) found.set(name, 'everything');
    else if (known !== 'everything') found.set(name, known.add(imported));
  };
  const namespaces = new Map<string, string>();
  const imports = program.body.filter((node): node is ImportDeclaration => node.type === 'ImportDeclaration');
  for (const { source, specifiers } of imports) {
    const name = getLinkedName(getText(source));
    if (name === undefined) continue;
    for (const specifier of specifiers) {
      if (specifier.type === 'ImportSpecifier') add(name, getText(specifier.imported));
      else if (specifier.type === 'ImportDefaultSpecifier') add(name, 'default');
      else namespaces.set(specifier.local.name, name);
    }
  }
  const visit = (node: AnyNode): boolean => {
    if (node.type === 'ImportDeclaration') return false;
    if (node.type === 'ImportExpression') {
      const name = getLinkedName(getText(node.source));
      if (name !== undefined) add(name, undefined);
    } else if (node.type === 'MemberExpression' && !node.computed && node.object.type === 'Identifier') {
      const name = namespaces.get(node.object.name);
      if (name === undefined) return true;
      add(name, getText(node.property));
      return false;
    } else if (node.type === 'Identifier') {
      // The namespace itself is handed on: anything of it may be used.
      const name = namespaces.get(node.name);
      if (name !== undefined) add(name, undefined);
    }
    return true;
  };
  walk(program, visit);
  return found;
}

/** What the functions in these files import of the packages, directly or not. */
async function findImportedNames(files: readonly string[], options: BuildOptions, { getCopy }: ModuleCopies) {
  const everyFile = files.map(
    (file, index) => `export * as f${index} from ${JSON.stringify(getCopy(resolve(projectFolder, file)))};`,
  );
  const { outputFiles = [] } = await build({
    ...options,
    stdin: { contents: everyFile.join('\n'), resolveDir: projectFolder },
    packages: 'external',
    external: [...(options.external ?? []), `${linkedSpecifier}*`],
    splitting: false,
    metafile: false,
  });
  return listImportedNames(outputFiles[0]?.text ?? '');
}

const toExports = (name: string, imported: ImportedNames): string =>
  imported === 'everything'
    ? `export * from ${JSON.stringify(name)};`
    : `export { ${[...imported].sort().join(', ')} } from ${JSON.stringify(name)};`;

/** The client for items, which functions load at their start. */
const itemsClient = /^@aws-sdk\/(client|lib|util)-dynamodb$/;

/** Links the packages with these names: in one run they share modules. */
async function linkTogether(
  group: string,
  names: readonly string[],
  imported: ReadonlyMap<string, ImportedNames>,
  { plugins = [], ...options }: BuildOptions,
) {
  const { outputFiles = [], metafile } = await build({
    ...options,
    // With it esbuild leaves out the marks of calls that may be removed.
    minifyWhitespace: false,
    // Traces of the project's own code keep its names.
    minifyIdentifiers: true,
    entryPoints: Object.fromEntries(names.map((name) => [toLinkedName(name), `${namespace}:${name}`])),
    chunkNames: `${group}-[name]-[hash]`,
    outdir: namespace,
    plugins: [
      {
        name: 'names',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^linked:/ }, ({ path }) => ({
            path: path.slice(namespace.length + 1),
            namespace,
          }));
          onLoad({ filter: /.*/, namespace }, ({ path }) => ({
            contents: toExports(path, imported.get(path) ?? 'everything'),
            resolveDir: projectFolder,
          }));
        },
      },
      ...plugins,
    ],
  });
  const outdir = resolve(projectFolder, namespace);
  const texts = outputFiles.map(
    ({ path, text }) => [path.slice(outdir.length + 1).replaceAll('\\', '/'), text] as const,
  );
  return { texts, outputs: metafile?.outputs ?? {} };
}

/**
 * Links what the functions in the files use of the packages, and adds it to the copies of the modules. The client for items is
 * linked by itself: a bundle loads at its start what a module imports for any of its uses, and so would load what only clients
 * need that it loads later.
 * @param options those of the functions' own builds
 * @param keepsSdk whether the functions get all of the SDK (lean-sdk.ts)
 * @throws Error with esbuild's message, when something can't be linked
 */
export async function linkPackages(
  files: readonly string[],
  copies: ModuleCopies,
  options: BuildOptions,
  { keepsSdk }: { readonly keepsSdk: boolean },
): Promise<LinkedPackages> {
  const imported = await findImportedNames(files, options, copies);
  const names = [...imported.keys()].sort();
  const link = (group: string, isIn: (name: string) => boolean, lean: readonly Plugin[]) =>
    linkTogether(group, names.filter(isIn), imported, { ...options, plugins: keepsSdk ? [] : [...lean] });
  const groups = [
    await link('items', (name) => itemsClient.test(name), [leanClients, leanItemsClient]),
    await link('other', (name) => !itemsClient.test(name), [leanClients]),
  ];
  const texts = new Map(groups.flatMap((group) => group.texts));
  const linkedOutputs: Metafile['outputs'] = Object.assign({}, ...groups.map(({ outputs }) => outputs));
  const hash = createHash('sha256');
  for (const [path, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(path).update(text);
  copies.addLinked(texts);
  const unfoldOutput = (output: Output): Output => ({
    ...output,
    inputs: unfoldInputs(output.inputs, linkedOutputs, copies),
  });
  return {
    checksum: hash.digest('base64url'),
    unfoldOutput,
    unfold: ({ inputs, outputs }) => ({
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([path, input]) => [copies.getSource(path), input]),
      ),
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([path, output]) => [path, unfoldOutput(output)]),
      ),
    }),
  };
}

/** Names the modules by their sources, and divides the bytes of what was linked among its modules, in proportion to theirs. */
function unfoldInputs(
  inputs: OutputInputs,
  linked: Metafile['outputs'],
  { getSource }: ModuleCopies,
): OutputInputs {
  const unfolded: Record<string, { bytesInOutput: number }> = {};
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const source = getSource(path);
    if (!source.startsWith(`${namespace}:`)) {
      unfolded[source] = { bytesInOutput };
      continue;
    }
    // One with no modules contains only what esbuild itself adds.
    const modules = Object.entries(linked[source.replace(':', '/')]?.inputs ?? {});
    const total = modules.reduce((sum, [, module]) => sum + module.bytesInOutput, 0);
    for (const [module, { bytesInOutput: bytes }] of modules) {
      const before = unfolded[module]?.bytesInOutput ?? 0;
      unfolded[module] = { bytesInOutput: before + Math.round((bytesInOutput * bytes) / (total || 1)) };
    }
  }
  return unfolded;
}
