// Has the bundle of an endpoint read valid requests by plans of their schemas, and load zod and the schemas only for others.
//
// In such a bundle the handler's contract is plain data, and `readBySchemas` is a function that tries the plan first. What
// the plan refuses is read by schemas.mjs, which is built by itself: esbuild lets a bundle load zod at its start as soon as
// any module has parts for both.
import { resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import type { RequestPlan } from '../../shared/http/request/read-by-plan.ts';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../contracts/registry.ts';
import { planSchema, UnplannedError } from './plan-schema.ts';

/** False: every function reads its requests by their schemas. */
const usesPlans = true;

const parts = ['params', 'query', 'headers', 'body'] as const;

/** An endpoint with plans of all its parts. */
export interface PlannedEndpoint {
  readonly name: string;
  readonly contractFile: string;
  readonly plan: RequestPlan;
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
    const plan = planRequest(contract);
    if (!isData) return undefined;
    return { name, contractFile: resolve(projectFolder, folder, 'contract.ts'), plan, contract: described };
  } catch (error) {
    if (error instanceof UnplannedError) return undefined;
    throw error;
  }
}

/** The endpoints with plans, by the absolute paths of their handlers. */
export async function planEndpoints(files: readonly string[]): Promise<ReadonlyMap<string, PlannedEndpoint>> {
  const wanted = new Set(files.map((file) => resolve(projectFolder, file)));
  const folder = resolve(projectFolder, 'functions');
  if (!usesPlans || ![...wanted].some((file) => file.startsWith(folder))) return new Map();
  return new Map(
    (await listEndpoints()).flatMap((endpoint) => {
      const file = resolve(projectFolder, endpoint.handlerFile);
      const planned = wanted.has(file) ? planEndpoint(endpoint) : undefined;
      return planned ? [[file, planned] as const] : [];
    }),
  );
}

const inProject = (path: string): string => JSON.stringify(resolve(projectFolder, path));

const schemaReader = 'shared/http/request/read-by-schemas.ts';

const writeReaderModule = ({ plan }: PlannedEndpoint): string => `
import { readByPlan } from ${inProject('shared/http/request/read-by-plan.ts')};
const plan = ${JSON.stringify(plan)};
export async function readBySchemas(contract, request, body) {
  const parts = readByPlan(plan, contract, request, body);
  return parts ? { ignored: [], parts } : (await import('./schemas.mjs')).read(request, body);
}`;

const writeContractModule = ({ name, contract, contractFile }: PlannedEndpoint): string => `
export * from ${JSON.stringify(contractFile)};
export const ${name} = ${JSON.stringify(contract)};`;

const writeSchemasModule = ({ name, contractFile }: PlannedEndpoint): string => `
import { ${name} as contract } from ${JSON.stringify(contractFile)};
import { readBySchemas } from ${inProject(schemaReader)};
export const read = (request, body) => readBySchemas(contract, request, body);`;

const namespace = 'plan';

/** The file of a bundle that reads by schemas what the plan refuses; a build of its own (`schemasEntry`). */
const schemasFile = 'schemas';

/** Stands for the module of that file. */
export const schemasEntry = { [schemasFile]: 'rostrum:schemas' };

/** Whether a source of a bundle was made here. */
export const isPlanModule = (source: string): boolean => source.startsWith(`${namespace}:`);

/** The esbuild plugin; `getPlanned` returns the endpoint of the function that is built, if it has plans. */
export const createRequestPlans = (getPlanned: () => PlannedEndpoint | undefined): Plugin => {
  const make = (path: string) => ({ path, namespace, sideEffects: false });
  return {
    name: 'request-plans',
    setup({ onResolve, onLoad }) {
      onResolve(
        { filter: /\/(read-by-schemas|contract)\.ts$/ },
        ({ path, resolveDir, importer, namespace: of }) => {
          const endpoint = getPlanned();
          if (!endpoint || of !== 'file') return undefined;
          if (resolve(resolveDir, path) === endpoint.contractFile) return make('contract');
          return importer.endsWith('parse-request.ts') ? make('reader') : undefined;
        },
      );
      onResolve({ filter: /^rostrum:schemas$/ }, () => ({ path: 'schemas', namespace }));
      onResolve({ filter: /^\.\/schemas\.mjs$/, namespace }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const endpoint = getPlanned();
        const write = writers[path];
        return endpoint && write
          ? { contents: write(endpoint), loader: 'js', resolveDir: projectFolder }
          : undefined;
      });
    },
  };
};

const writers: Readonly<Record<string, (endpoint: PlannedEndpoint) => string>> = {
  contract: writeContractModule,
  reader: writeReaderModule,
  schemas: writeSchemasModule,
};

/** Describes the builds of a function as one. */
export const mergeMetafiles = (first: Metafile, second: Metafile): Metafile => ({
  inputs: { ...first.inputs, ...second.inputs },
  outputs: { ...first.outputs, ...second.outputs },
});
