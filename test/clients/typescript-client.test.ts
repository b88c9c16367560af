// The typed client (clients/typescript): its README's example, its types, its published shape, and how it sends requests.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { demoClient, demoUser, requestWorkspaceToken } from '../identity/tenants/demo.ts';

const run = promisify(execFile);
const folder = join(projectFolder, 'clients', 'typescript');
/** Below the package, so that it finds the package by its own name. */
const examples = join(folder, 'dist', 'examples');

interface Call {
  readonly path: string;
  readonly headers: Headers;
}

// biome-ignore lint/suspicious/noExplicitAny: the built package's types are checked by the compiler below
let client: any;
let platform: TestPlatform;

beforeAll(async () => {
  [platform] = await Promise.all([
    startPlatform(),
    run(process.execPath, ['infra/local/bootstrap.mjs', 'clients/typescript/generate.ts'], {
      cwd: projectFolder,
    }),
  ]);
  client = await import(pathToFileURL(join(folder, 'dist', 'index.js')).href);
  await mkdir(examples, { recursive: true });
});
afterAll(() => platform.stop());

/** The client of the demo's program over a fetch that may answer in the platform's place, with what it sent. */
function connect(answer: (call: Call, number: number) => Response | undefined = () => undefined) {
  const calls: Call[] = [];
  const pauses: number[] = [];
  const { client_id, client_secret } = demoClient(platform, 'demo');
  const rostrum = client.createClient({
    address: platform.address,
    tenantCode: 'demo',
    tokens: client.clientCredentials({ clientId: client_id, clientSecret: client_secret }),
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
    fetch: async (request: Request) => {
      const call = { path: new URL(request.url).pathname, headers: new Headers(request.headers) };
      calls.push(call);
      return answer(call, calls.filter(({ path }) => path === call.path).length) ?? fetch(request);
    },
  });
  return { rostrum, calls, pauses };
}

const people = '/crm/api/v1/people';
const refuse = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers: { 'Content-Type': 'application/json', ...headers } });

describe('the package', () => {
  it('runs the example of its README', async () => {
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const [, program = '', output = ''] = /```ts\n([\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(readme) ?? [];
    const file = join(examples, 'readme.ts');
    await writeFile(file, program.replace('http://localhost:3000', platform.address));
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout).toBe(output);
  });

  it('has types that know paths, parameters, replies and errors', async () => {
    await writeFile(
      join(examples, 'types.ts'),
      await readFile(join(projectFolder, 'test', 'clients', 'client-types.txt'), 'utf8'),
    );
    await writeFile(
      join(examples, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { noEmit: true, rootDir: '../..', types: [] },
        include: ['.'],
        exclude: [],
      }),
    );
    const compiler = join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', examples]).catch(
      (error: { readonly stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('can be installed and imported as it is published', async () => {
    const { stdout } = await run(process.execPath, [join(folder, 'check-package.ts')]);
    expect(stdout).toBe('');
  });
});

describe('tokens', () => {
  it('are fetched once for requests at the same time, and once more after one is refused', async () => {
    const { rostrum, calls } = connect((call, number) =>
      call.path === people && number === 3 ? refuse(401) : undefined,
    );
    const list = () => rostrum.crm.GET('/api/v1/people', { params: { query: { pageSize: 1 } } });
    await Promise.all([list(), list()]);
    expect(calls.filter(({ path }) => path.endsWith('/oauth/token'))).toHaveLength(1);
    const { response } = await list();
    expect(response.status).toBe(200);
    expect(calls.filter(({ path }) => path.endsWith('/oauth/token'))).toHaveLength(2);
  });

  it('of a user come from the program, which learns which one was refused', async () => {
    const ada = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'));
    const asked: (string | undefined)[] = [];
    const rostrum = client.createClient({
      address: platform.address,
      tenantCode: 'demo',
      tokens: client.userToken((refused?: string) => {
        asked.push(refused);
        return refused === undefined ? 'expired' : ada.body.accessToken;
      }),
    });
    const { response } = await rostrum.crm.GET('/api/v1/people');
    expect(response.status).toBe(200);
    expect(asked).toEqual([undefined, 'expired']);
  });

  it('of a sign-in that is not enough are not renewed, and the error says which sign-in is (RFC 9470)', async () => {
    const token = await platform.tokenFor({ tenant: 'harbor', roles: ['admin'] });
    const secondFactor = { permissions: ['crm.people.read'], maxAge: 900, secondFactor: true };
    const set = await platform.call('PUT', 'identity', '/api/v1/SignInPolicy', {
      ...{ tenant: 'harbor', token, body: { secondFactor: 'optional', stepUp: [secondFactor] } },
    });
    expect(set.status, set.text).toBe(200);
    const asked: (string | undefined)[] = [];
    const rostrum = client.createClient({
      address: platform.address,
      tenantCode: 'harbor',
      tokens: client.userToken((refused?: string) => {
        asked.push(refused);
        return token;
      }),
    });
    await expect(client.unwrap(rostrum.crm.GET('/api/v1/people'))).rejects.toMatchObject({
      ...{ name: 'RostrumError', status: 401, code: 'INSUFFICIENT_USER_AUTHENTICATION' },
      stepUp: { acrValues: 'urn:rostrum:acr:two-factors', maxAge: 900 },
    });
    expect(asked).toEqual([undefined]);
  });

  it('that cannot be had are an error with the reason', async () => {
    const rostrum = client.createClient({
      address: platform.address,
      tenantCode: 'demo',
      tokens: client.clientCredentials({ clientId: 'demo-client', clientSecret: 'wrong' }),
    });
    await expect(rostrum.crm.GET('/api/v1/people')).rejects.toMatchObject({
      name: 'RostrumError',
      status: 401,
      code: 'INVALID_CLIENT',
    });
  });
});

describe('repeating', () => {
  it('waits for what Retry-After says', async () => {
    const { rostrum, pauses } = connect((call, number) =>
      call.path === people && number === 1 ? refuse(429, { 'Retry-After': '7' }) : undefined,
    );
    const { response } = await rostrum.crm.GET('/api/v1/people');
    expect(response.status).toBe(200);
    expect(pauses).toEqual([7000]);
  });

  it('sends a POST with the Idempotency-Key of the first attempt, and creates one record', async () => {
    let lost = 0;
    const ada = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'));
    const keys: (string | null)[] = [];
    const rostrum = client.createClient({
      address: platform.address,
      tenantCode: 'demo',
      tokens: client.userToken(ada.body.accessToken),
      pause: async () => {},
      fetch: async (request: Request) => {
        if (new URL(request.url).pathname !== people) return fetch(request);
        keys.push(request.headers.get('Idempotency-Key'));
        const reply = await fetch(request);
        // The first reply is lost on its way, as when a connection breaks.
        if (lost++ === 0) throw new TypeError('The connection broke.');
        return reply;
      },
    });
    const { data, response } = await rostrum.crm.POST('/api/v1/people', {
      body: { firstName: 'Nils', lastName: 'Wiederholt' },
    });
    expect(data).toBeDefined();
    expect(response.headers.get('Idempotent-Replayed')).toBe('true');
    expect(new Set(keys).size).toBe(1);
  });

  it('leaves a DELETE, a condition and a long wait to the program', async () => {
    const busy = (call: Call) => (call.path.endsWith('/token') ? undefined : refuse(503));
    const { rostrum, pauses } = connect(busy);
    const path = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
    await rostrum.training.DELETE('/api/v1/Awards/{id}', { params: { path } });
    await rostrum.training.PUT('/api/v1/Awards/{id}', {
      params: { path, header: { 'If-Match': '"1"' } },
      body: {},
    });
    const patient = connect((call) =>
      call.path === people ? refuse(429, { 'Retry-After': '600' }) : undefined,
    );
    expect((await patient.rostrum.crm.GET('/api/v1/people')).response.status).toBe(429);
    expect([...pauses, ...patient.pauses]).toEqual([]);
  });

  it('ends after four attempts', async () => {
    const { rostrum, calls, pauses } = connect((call) => (call.path === people ? refuse(503) : undefined));
    expect((await rostrum.crm.GET('/api/v1/people')).response.status).toBe(503);
    expect(calls.filter(({ path }) => path === people)).toHaveLength(4);
    expect(pauses.map((milliseconds, index) => milliseconds < 500 * 2 ** index)).toEqual([true, true, true]);
  });
});

describe('iterate() finds every entry once, page by page', () => {
  const collect = async (entries: AsyncIterable<unknown>) => {
    const found: unknown[] = [];
    for await (const entry of entries) found.push(entry);
    return found as { readonly id?: unknown }[];
  };
  const lists = [
    ['training', '/api/v1/Awards/List', { params: { query: { pageSize: 2 } } }],
    ['crm', '/api/v1/people', { params: { query: { pageSize: 7 } } }],
    ['crm', '/api/v1/committee/CommiteePagingList', { body: { pageSize: 2 } }],
    ['crm', '/api/v1/CommitteePositions', { params: { query: { pageSize: 1 } } }],
    [
      'crm',
      '/api/v1/people/SearchPeopleList/{searchText}',
      { params: { path: { searchText: 'a' }, query: { pageSize: 5 } } },
    ],
    ['identity', '/api/v1/Audit', { params: { query: { pageSize: 3 } } }],
    ['billtracking', '/api/1.0/legislative/public-bills/list', { body: { pageSize: 2 } }],
  ] as const;
  it.each(lists)('%s %s', async (area, path, options) => {
    const ada = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'));
    let requests = 0;
    const rostrum = client.createClient({
      address: platform.address,
      tenantCode: 'demo',
      tokens: client.userToken(ada.body.accessToken),
      fetch: (request: Request) => {
        requests++;
        return fetch(request);
      },
    });
    const entries = await collect(rostrum[area].iterate(path, options));
    expect(requests).toBeGreaterThan(1);
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(entries.length);
  });

  it('throws the error of a page that is refused', async () => {
    const { rostrum } = connect();
    const entries = rostrum.crm.iterate('/api/v1/people', { params: { query: { pageSize: 5000 } } });
    const thrown = await collect(entries).catch((error) => error);
    expect(client.isRostrumError(thrown)).toBe(true);
    expect(thrown).toMatchObject({ area: 'crm', status: 400, code: 'VALIDATION_ERROR' });
    expect(thrown.body.error.details[0]).toMatchObject({ field: 'pageSize', code: 'OUT_OF_RANGE' });
  });
});
