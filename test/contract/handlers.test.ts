// Every contract has a handler, and declares what exists (docs/requests.md#one-declaration-per-endpoint).
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listEndpoints, projectFolder } from '../../infra/contracts/registry.ts';
import { listTriggeredFunctions } from '../../infra/contracts/triggered-functions.ts';
import { errorCatalogue } from '../../shared/errors/catalogue.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { listErrorCodes } from '../../shared/http/endpoint.ts';

const endpoints = await listEndpoints();

/** Every file of the areas' folders, relative to the project, tests left out. */
async function sourceFiles(): Promise<string[]> {
  const folders = await Promise.all(
    areaNames.map(async (area) => {
      const folder = join(projectFolder, 'functions', area);
      if (!existsSync(folder)) return [];
      return (await readdir(folder, { recursive: true })).map((file) => `functions/${area}/${file}`);
    }),
  );
  return folders.flat().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

it('there are endpoints', () => {
  expect(endpoints.length).toBeGreaterThan(10);
});

describe('every contract has its handler', () => {
  it.each(endpoints)('$name: $handlerFile', async ({ handler, handlerFile }) => {
    expect(existsSync(join(projectFolder, handlerFile))).toBe(true);
    expect(await handler()).toBeTypeOf('function');
  });
});

it('no handler is left over without a contract or a trigger', async () => {
  const called = [...endpoints, ...(await listTriggeredFunctions())];
  const declared = new Set(called.map(({ handlerFile }) => handlerFile));
  const files = await sourceFiles();
  const texts = await Promise.all(files.map((file) => readFile(join(projectFolder, file), 'utf8')));
  const handlers = files.filter((_, index) => /export const handler\b/.test(texts[index] ?? ''));
  expect(handlers.filter((file) => !declared.has(file))).toEqual([]);
});

it('an endpoint is in the folder of its area and has a unique name', () => {
  for (const { contract, folder } of endpoints) expect(folder.split('/')[1]).toBe(contract.area);
  const names = endpoints.map(({ name, contract }) => `${contract.area} ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

it('no two endpoints share method and path, whatever the case and the names of parameters', () => {
  const places = endpoints.map(({ contract: { method, area, path } }) =>
    `${method} ${area}${path.replace(/\{\w+\}/g, '{}')}`.toLowerCase(),
  );
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

it('every error code that a contract declares is in the catalogue', () => {
  for (const { name, contract } of endpoints)
    for (const code of listErrorCodes(contract))
      expect(Object.hasOwn(errorCatalogue, code), `${name}: ${code}`).toBe(true);
});

it('every error code in a source file is in the catalogue', async () => {
  for (const file of await sourceFiles()) {
    const text = await readFile(join(projectFolder, file), 'utf8');
    for (const [, code = ''] of text.matchAll(/new Failure\(\s*'(\w+)'/g))
      expect(Object.hasOwn(errorCatalogue, code), `${file}: ${code}`).toBe(true);
  }
});

describe('every path parameter is declared, and no other', () => {
  it.each(endpoints)('$name: $contract.path', ({ contract }) => {
    const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(contract.params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });
});
