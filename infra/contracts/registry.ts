// Finds every endpoint there is: each contract.ts under functions/, each declared endpoint in it, and its handler's file.
import { readdir } from 'node:fs/promises';
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
const fileNameOf = (name: string): string =>
  name.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (capital, at) => `${at > 0 ? '-' : ''}${capital.toLowerCase()}`);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'endpoint';

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(new URL(`${path}/`, projectRoot), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${path}/${entry.name}`);
}

async function endpointsIn(folder: string): Promise<RegisteredEndpoint[]> {
  const files = await readdir(new URL(`${folder}/`, projectRoot));
  if (!files.includes('contract.ts')) return [];
  const declared: Record<string, unknown> = await import(new URL(`${folder}/contract.ts`, projectRoot).href);
  return Object.entries(declared).flatMap(([name, contract]) => {
    if (!isEndpoint(contract)) return [];
    const handlerFile = `${folder}/${fileNameOf(name)}.ts`;
    const handler = async () =>
      (await import(new URL(handlerFile, projectRoot).href)).handler as ProxyHandler;
    return [{ name, contract, folder, handlerFile, handler }];
  });
}

/** Every declared endpoint, in the order of area, path and method. */
export async function registeredEndpoints(): Promise<readonly RegisteredEndpoint[]> {
  const areas = await foldersIn('functions');
  const resources = (await Promise.all(areas.map(foldersIn))).flat();
  const endpoints = (await Promise.all(resources.map(endpointsIn))).flat();
  const order = ({ contract }: RegisteredEndpoint) => `${contract.area} ${contract.path} ${contract.method}`;
  return endpoints.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
