// Every contract has a handler, and every endpoint stays within the budget it declares
// (docs/requests.md#one-declaration-per-endpoint, #budgets-and-log-lines).
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { listTriggeredFunctions } from '../../infra/contracts/triggered-functions.ts';
import { isTenantScoped, isWrite, takesBearerAlone } from '../../shared/auth/access-requirement.ts';
import { errorCatalogue } from '../../shared/errors/catalogue.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { listErrorCodes } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { buildExampleRequest } from './example-request.ts';
import { createExampleTokens, type FindExampleToken } from './example-tokens.ts';
import { recordCost, saveCosts } from './record-costs.ts';

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
  it.each(endpoints)('$handlerFile', async ({ handler, handlerFile }) => {
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
  it.each(endpoints)('$contract.path', ({ contract }) => {
    const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(contract.params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });
});

describe('the example stays within the budget its contract declares', () => {
  afterAll(saveCosts);

  /** A process reads the public keys once; budgets do not include what only its first request costs. */
  async function warmPlatform(): Promise<TestPlatform> {
    const platform = await startPlatform();
    const tenant = platform.demo.values.tenantCode ?? '';
    await platform.call('GET', 'crm', '/api/v1/people', {
      tenant,
      token: await platform.tokenFor({ tenant }),
    });
    return platform;
  }

  async function send(on: TestPlatform, findToken: FindExampleToken, { contract }: RegisteredEndpoint) {
    const { method, area, address, headers, body } = buildExampleRequest(contract, on.demo.values);
    const tenant = on.demo.values.tenantCode ?? '';
    const isScoped = isTenantScoped(contract.access);
    const token = isScoped || takesBearerAlone(contract.access) ? await findToken(contract) : undefined;
    return on.call(method, area, address, {
      headers,
      ...(token && { token }),
      ...(isScoped && { tenant }),
      ...(body !== undefined && { body }),
    });
  }

  async function expectWithinBudget(
    on: TestPlatform,
    findToken: FindExampleToken,
    registered: RegisteredEndpoint,
  ) {
    const { budget } = registered.contract;
    const reply = await send(on, findToken, registered);
    expect(reply.status, reply.text).toBeLessThan(400);
    recordCost(registered, reply);
    expect(reply.roundTrips, 'round trips').toBeLessThanOrEqual(budget.roundTrips);
    expect(reply.readUnits, 'read units').toBeLessThanOrEqual(budget.readUnits);
    expect(reply.writeUnits, 'write units').toBeLessThanOrEqual(budget.writeUnits ?? 0);
  }

  describe('when it reads', () => {
    let platform: TestPlatform;
    let findToken: FindExampleToken;
    beforeAll(async () => {
      platform = await warmPlatform();
      findToken = await createExampleTokens(platform);
    });
    afterAll(() => platform.stop());

    it.each(endpoints.filter(({ contract }) => !isWrite(contract)))('$name', (registered) =>
      expectWithinBudget(platform, findToken, registered),
    );
  });

  describe('when it writes, on the demo data as it was seeded', () => {
    const writes = endpoints.filter(({ contract }) => isWrite(contract));
    let platform: TestPlatform;
    let findToken: FindExampleToken;
    let data: RestorableTable;
    beforeAll(async () => {
      platform = await warmPlatform();
      findToken = await createExampleTokens(platform, writes);
      data = await trackTable();
    });
    afterEach(() => data.restore());
    afterAll(async () => {
      data.stop();
      await platform.stop();
    });

    it.each(writes)('$name', (registered) => expectWithinBudget(platform, findToken, registered));
  });
});
