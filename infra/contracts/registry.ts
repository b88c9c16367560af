// Finds every endpoint: each contract.ts under functions/, each endpoint declared in it, and its handler's file.
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { ProxyHandler } from '../../shared/http/lambda.ts';

/** An endpoint with the name and places that follow from where it is declared. */
export interface RegisteredEndpoint {
  /** The name it is exported by, `listPeople`; the operationId in OpenAPI. */
  readonly name: string;
  readonly contract: Endpoint;
  /** The resource's folder, relative to the project: `functions/crm/people`. */
  readonly folder: string;
  /** The handler's file, relative to the project: `functions/crm/people/list-people.ts`. */
  readonly handlerFile: string;
  /** Loads the handler. */
  readonly handler: () => Promise<ProxyHandler>;
}

const projectRoot = new URL('../../', import.meta.url);

/** The project's folder as a path. */
export const projectFolder = fileURLToPath(projectRoot);

/** `listPeople` -> `list-people` */
const toFileName = (name: string): string =>
  name.replace(
    /[A-Z]+(?![a-z])|[A-Z]/g,
    (capital, index) => `${index > 0 ? '-' : ''}${capital.toLowerCase()}`,
  );

/** Every folder below functions/ with a file of this name, relative to the project, at any depth. */
export async function foldersWith(file: string): Promise<string[]> {
  const paths = await readdir(new URL('functions/', projectRoot), { recursive: true });
  return paths
    .filter((path) => basename(path) === file)
    .map((path) => `functions/${dirname(path).replaceAll('\\', '/')}`);
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint';

/** The endpoints that the contract of a folder declares. */
export async function loadEndpoints(folder: string): Promise<RegisteredEndpoint[]> {
  const declared: Record<string, unknown> = await import(new URL(`${folder}/contract.ts`, projectRoot).href);
  return Object.entries(declared).flatMap(([name, contract]) => {
    if (!isEndpoint(contract)) return [];
    const handlerFile = `${folder}/${toFileName(name)}.ts`;
    // Imported once: to import a loaded module again costs more than most requests do.
    let loaded: Promise<ProxyHandler> | undefined;
    const handler = () => {
      loaded ??= import(new URL(handlerFile, projectRoot).href).then((module) => module.handler);
      return loaded;
    };
    return [{ name, contract, folder, handlerFile, handler }];
  });
}

async function findEndpoints(): Promise<readonly RegisteredEndpoint[]> {
  const endpoints: RegisteredEndpoint[] = [];
  // One at a time: a loader that interleaves imports (knip's) would return modules that are not fully loaded.
  for (const folder of await foldersWith('contract.ts')) endpoints.push(...(await loadEndpoints(folder)));
  const order = ({ contract }: RegisteredEndpoint) => `${contract.area} ${contract.path} ${contract.method}`;
  return endpoints.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

let found: Promise<readonly RegisteredEndpoint[]> | undefined;

/**
 * Every declared endpoint, in the order of area, path and method. A contract may be at any depth of its area's folder. They
 * are looked for once per process.
 */
export function listEndpoints(): Promise<readonly RegisteredEndpoint[]> {
  found ??= findEndpoints();
  return found;
}
