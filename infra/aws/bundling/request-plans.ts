// Has the bundle of an endpoint read valid requests by plans of their schemas, and load zod and the schemas only for others.
//
// In such a bundle the handler's contract is plain data, and `readBySchemas` is a function that tries the plan first. What
// the plan refuses is read by schemas.mjs, which is built by itself: esbuild lets a bundle load zod at its start as soon as
// any module has parts for both.
import { basename, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import type { RequestPlan } from '../../../shared/http/request/read-by-plan.ts';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../../contracts/registry.ts';
import type { ModuleCopies } from './module-copies.ts';
import { helperModules } from './plain-code.ts';
import { type PlanText, planSchema, UnplannedError, writePlan } from './plan-schema.ts';

/** False: every function reads its requests by their schemas. */
const usesPlans = true;

const parts = ['params', 'query', 'headers', 'body'] as const;

/** An endpoint with plans of all its parts. */
export interface PlannedEndpoint {
  readonly name: string;
  readonly contractFile: string;
  /** The plans of its parts. */
  readonly plan: PlanText;
  /** The contract without schemas: only the names of the members are left of them. */
  readonly contract: Readonly<Record<string, unknown>>;
}

/**
 * Makes the plans of an endpoint's request.
 * @throws UnplannedError where a part has none
 */
export function planRequest(contract: EndpointConfig): RequestPlan {
  const plan: RequestPlan = Object.fromEntries(
    parts.flatMap((part) => {
      const schema = contract[part];
      return schema ? [[part, planSchema(schema)]] : [];
    }),
  );
  for (const part of [plan.query, plan.headers])
    if (part && part.is !== 'object') throw new UnplannedError('a query that is more than an object');
  return plan;
}

function describeContract({
  params,
  query,
  headers,
  body,
  responses: _,
  example: __,
  ...contract
}: EndpointConfig): Readonly<Record<string, unknown>> {
  const schemas = { params, query, headers, body };
  const names = Object.entries(schemas).flatMap(([part, schema]) => {
    if (!schema) return [];
    const shape = 'shape' in schema ? Object.keys(schema.shape as object) : undefined;
    return [[part, shape ? { shape: Object.fromEntries(shape.map((name) => [name, true])) } : {}]];
  });
  return { ...contract, ...Object.fromEntries(names) };
}

function planEndpoint({ name, folder, contract }: RegisteredEndpoint): PlannedEndpoint | undefined {
  const described = describeContract(contract);
  const isData = Object.values(described).every((value) => typeof value !== 'function');
  try {
    const plan = writePlan(planRequest(contract));
    if (!isData) return undefined;
    return { name, contractFile: resolve(projectFolder, folder, 'contract.ts'), plan, contract: described };
  } catch (error) {
    if (error instanceof UnplannedError) return undefined;
    throw error;
  }
}

/** The endpoints with plans, by the absolute paths of their handlers. */
export async function planEndpoints(files: readonly string[]): Promise<ReadonlyMap<string, PlannedEndpoint>> {
  const handlerFiles = new Set(files.map((file) => resolve(projectFolder, file)));
  const folder = resolve(projectFolder, 'functions');
  if (!usesPlans || ![...handlerFiles].some((file) => file.startsWith(folder))) return new Map();
  return new Map(
    (await listEndpoints()).flatMap((endpoint) => {
      const file = resolve(projectFolder, endpoint.handlerFile);
      const planned = handlerFiles.has(file) ? planEndpoint(endpoint) : undefined;
      return planned ? [[file, planned] as const] : [];
    }),
  );
}

type GetCopy = ModuleCopies['getCopy'];

/** A module of the project as a copy imports it. */
const quoteCopy = (path: string, getCopy: GetCopy): string =>
  JSON.stringify(getCopy(resolve(projectFolder, path)));

const planReader = 'shared/http/request/read-by-plan.ts';
const schemaReader = 'shared/http/request/read-by-schemas.ts';

/** The modules that bundles of these endpoints may import besides those that their functions import. */
export const listPlanModules = (endpoints: readonly PlannedEndpoint[]): readonly string[] =>
  endpoints.length === 0
    ? []
    : [
        ...[planReader, schemaReader, ...Object.values(helperModules)],
        ...endpoints.map(({ contractFile }) => contractFile),
      ];

const writeReaderModule = ({ plan }: PlannedEndpoint, getCopy: GetCopy): string => `
import { readByPlan } from ${quoteCopy(planReader, getCopy)};
${plan.helpers.map((name) => `import { ${name} } from ${quoteCopy(helperModules[name] ?? '', getCopy)};`).join('\n')}
const plan = ${plan.text};
export async function readBySchemas(contract, request, body) {
  const parts = readByPlan(plan, contract, request, body);
  return parts ? { ignored: [], parts } : (await import('./schemas.mjs')).read(request, body);
}`;

const writeContractModule = ({ name, contract, contractFile }: PlannedEndpoint, getCopy: GetCopy): string => `
export * from ${quoteCopy(contractFile, getCopy)};
export const ${name} = ${JSON.stringify(contract)};`;

const writeSchemasModule = ({ name, contractFile }: PlannedEndpoint, getCopy: GetCopy): string => `
import { ${name} as contract } from ${quoteCopy(contractFile, getCopy)};
import { readBySchemas } from ${quoteCopy(schemaReader, getCopy)};
export const read = (request, body) => readBySchemas(contract, request, body);`;

const namespace = 'plan';

/** Whether a source of a bundle was made here. */
export const isPlanModule = (source: string): boolean => /^(plan|schemas):/.test(source);

/** The esbuild plugin; `getPlanned` returns the endpoint of the function that is built, if it has plans. */
export const createRequestPlans = (
  getPlanned: () => PlannedEndpoint | undefined,
  { getCopy }: ModuleCopies,
): Plugin => {
  const make = (path: string) => ({ path, namespace, sideEffects: false });
  return {
    name: 'request-plans',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/(read-by-schemas|contract)\.m[jt]s$/ }, ({ path, importer, namespace: of }) => {
        const endpoint = getPlanned();
        if (!endpoint || of !== 'file') return undefined;
        if (path === getCopy(endpoint.contractFile)) return make('contract');
        return /parse-request\.m[jt]s$/.test(importer) ? make('reader') : undefined;
      });
      onResolve({ filter: /^\.\/schemas\.mjs$/, namespace }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const endpoint = getPlanned();
        const write = writers[path];
        return endpoint && write
          ? { contents: write(endpoint, getCopy), loader: 'js', resolveDir: projectFolder }
          : undefined;
      });
    },
  };
};

const writers: Readonly<Record<string, (endpoint: PlannedEndpoint, getCopy: GetCopy) => string>> = {
  contract: writeContractModule,
  reader: writeReaderModule,
};

/** The file of a bundle that reads by schemas what the plan refuses, and the modules that it was made of. */
export interface SchemaReader {
  readonly text: string;
  /** Everything that was read for it, as esbuild names it. */
  readonly inputs: readonly string[];
  readonly output: Metafile['outputs'][string];
}

/** That file's name. */
export const schemaReaderFile = 'schemas.mjs';

const readers = 'schemas';

/** A module and those that it imports, directly or not. */
function listImports(module: string, inputs: Metafile['inputs']): readonly string[] {
  const found = new Set([module]);
  for (const path of found)
    for (const { path: next, external } of inputs[path]?.imports ?? []) if (!external) found.add(next);
  return [...found];
}

const createEntries = (endpoints: readonly PlannedEndpoint[], getCopy: GetCopy): Plugin => ({
  name: 'schema-readers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^schemas:/ }, ({ path }) => ({
      path: path.slice(readers.length + 1),
      namespace: readers,
    }));
    onLoad({ filter: /.*/, namespace: readers }, ({ path }) => {
      const endpoint = endpoints[Number(path)];
      return (
        endpoint && {
          contents: writeSchemasModule(endpoint, getCopy),
          loader: 'js',
          resolveDir: projectFolder,
        }
      );
    });
  },
});

/**
 * Builds the schema readers of endpoints, all in one run, which parses each module once; each is an output of its own, the
 * same as if it was built alone.
 * @param options those of the bundles
 */
export async function buildSchemaReaders(
  endpoints: readonly PlannedEndpoint[],
  { getCopy, getSource }: ModuleCopies,
  { plugins = [], ...options }: BuildOptions,
): Promise<ReadonlyMap<PlannedEndpoint, SchemaReader>> {
  if (endpoints.length === 0) return new Map();
  const { outputFiles = [], metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(endpoints.map((_, index) => [index, `${readers}:${index}`])),
    outdir: readers,
    splitting: false,
    // It only says what is wrong with a request.
    minifyIdentifiers: true,
    metafile: true,
    write: false,
    plugins: [createEntries(endpoints, getCopy), ...plugins],
  });
  const files = new Map(outputFiles.map((file) => [basename(file.path, '.mjs'), file]));
  return new Map(
    endpoints.flatMap((endpoint, index) => {
      const output = metafile?.outputs[`${readers}/${index}.mjs`];
      const file = files.get(String(index));
      if (!metafile || !output || !file) return [];
      const inputs = listImports(`${readers}:${index}`, metafile.inputs).map(getSource);
      return [[endpoint, { text: file.text, inputs, output }]];
    }),
  );
}
