// The platform for a test: its own table, the demo data, real HTTP on a free port, and a contract check of every reply.
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { createRouter } from '../../infra/contracts/routes.ts';
import { type CallerInput, createCallerToken, unlimitedRequests } from '../../infra/local/create-caller.ts';
import { type DemoData, seedDemo } from '../../infra/local/demo/seed.ts';
import { signToolAssertion } from '../../infra/local/demo/training/tool-assertion.ts';
import { configureDynamoDB } from '../../infra/local/environment.ts';
import { type ServeOptions, servePlatform } from '../../infra/local/serve.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { clearKeyCache } from '../../shared/auth/tokens/published-keys.ts';
import { clearSigningKey } from '../../shared/auth/tokens/signing-key.ts';
import { resetSealingSecret } from '../../shared/credentials/sealing-secret.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { listTables } from '../../shared/data/tables.ts';
import { parseTenantCode, type TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import type { Area } from '../../shared/http/areas.ts';
import { checkReply } from '../contract/check-reply.ts';
import { createOwnTable, takeDemoTable } from './demo-table.ts';
import { type ReceivedReply, type SentRequest, sendRequest } from './send-request.ts';
import { takeStreamDatabase } from './stream-database.ts';
import { dropTable, enableStream } from './table.ts';

/** What a call sends beyond method, area and path. */
export interface CallOptions {
  /** The tenant-code header. */
  readonly tenant?: string;
  /** The bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is URLSearchParams (a form) or a string (as it is). */
  readonly body?: unknown;
}

/** A reply, already checked against the schema that its contract declares for its status. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON; the text otherwise (of a file too, see `bytes`); undefined when empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies that checkReply has just checked
  readonly body: any;
  readonly text: string;
  /** The bytes of the body, for replies that are files. */
  readonly bytes: Uint8Array;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly roundTrips: number;
}

export interface TestPlatform {
  readonly address: string;
  readonly urls: Readonly<Record<Area, string>>;
  readonly demo: DemoData;
  readonly endpoints: readonly RegisteredEndpoint[];
  readonly tableName: string;
  readonly secretsFile: string;
  readonly streamArn: string;
  /** The streams of tenants' own tables. */
  readonly ownStreamArns: readonly string[];
  /** The gateway's server, for tests that upgrade a connection (WebSocket). */
  readonly server: Server;
  call(method: string, area: Area, path: string, options?: CallOptions): Promise<Reply>;
  /** A token of a subject made for the test, with these permissions or roles. */
  tokenFor(who: TokenOptions): Promise<string>;
  store(code: string): TenantStore;
  stop(): Promise<void>;
}

export interface TokenOptions extends CallerInput {
  readonly tenant: string;
}

function requireTenantCode(text: string): TenantCode {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} can be no tenant code`);
  return code;
}

const createToken = ({ tenant, ...subject }: TokenOptions): Promise<string> =>
  createCallerToken(openTenantStore(requireTenantCode(tenant)), subject);

/** The request of a call. Calls to area D name its version (docs/interface/versioning.md#area-d-version-header). */
export function buildRequest(
  method: string,
  area: Area,
  { tenant, token, headers, body }: CallOptions,
): SentRequest {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': type }),
      ...(tenant !== undefined && { 'tenant-code': tenant }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(area === 'billtracking' && { 'api-version': '1.0' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
  };
}

const decoder = new TextDecoder();

/** A reply with what tests read of it. */
export function readReply({ status, headers, bytes }: ReceivedReply): Reply {
  const text = decoder.decode(bytes);
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
  const readUnits = (name: string): number => Number(headers.get(name) ?? 0);
  return {
    ...{ status, headers, text, bytes },
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    readUnits: readUnits('x-consumed-read-units'),
    writeUnits: readUnits('x-consumed-write-units'),
    roundTrips: readUnits('x-round-trips'),
  };
}

/**
 * Starts the platform for a test file: a table of its own on the run's DynamoDB Local, demo data, a free port.
 * Area D's request limits are off by default. Stop it in afterAll.
 */
export async function startPlatform({
  hasRequestLimits = false,
  hasStream = false,
  ownTables = (process.env.TEST_OWN_TABLES ?? '').split(',').filter(Boolean),
  seed,
  ...options
}: Pick<ServeOptions, 'mounts' | 'seed' | 'readFreeSpace' | 'localOriginsOnly' | 'hasCorrectUnits'> & {
  readonly hasRequestLimits?: boolean;
  /** Whether the table streams what is written after the demo data. */
  readonly hasStream?: boolean;
  /** The tenants with tables of their own; any test can be run with some by TEST_OWN_TABLES. */
  readonly ownTables?: readonly string[];
} = {}): Promise<TestPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-test-'));
  const dynamodb = hasStream ? await takeStreamDatabase() : inject('dynamodb');
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb;
  process.env.LOG_LEVEL = 'silent';
  const secretsFile = join(folder, 'secrets.json');
  // The tables that are handed from file to file have everything in one.
  const ownSeed = seed ?? (ownTables.length > 0 ? seedDemo : undefined);
  const table = ownSeed ? createOwnTable(ownSeed) : await takeDemoTable(secretsFile, dynamodb);
  const { tableName } = table;
  configureDynamoDB(dynamodb, tableName);
  process.env.OWN_TABLES = ownTables.join(',');
  resetDocumentClient();
  clearKeyCache();
  clearSigningKey();
  resetSealingSecret();
  const serving = await servePlatform({
    port: 0,
    dynamodb,
    tableName,
    secretsFile,
    hasStream: false,
    // A busy machine takes as long as it takes.
    functionTime: 600_000,
    seed: table.seed,
    ...options,
  });
  // No connection ends while a test is busy with something else and would use it next.
  serving.server.keepAliveTimeout = 0;
  if (!hasRequestLimits)
    for (const code of ['demo', 'harbor'])
      await commit([
        update(tenantKey(openTenantStore(requireTenantCode(code))), {
          set: { requestLimit: unlimitedRequests },
        }),
      ]);
  const { ltiClientId: clientId, ltiToolKey: privateKey } = serving.demo.values;
  // An assertion names the address of the platform, and is short-lived.
  const ltiAssertion =
    clientId === undefined || privateKey === undefined
      ? undefined
      : await signToolAssertion({ clientId, privateKey }, serving.urls.identity, new Date());
  const streamArns: string[] = [];
  const tables = listTables();
  if (hasStream) for (const name of tables) streamArns.push(await enableStream(name));
  const [streamArn = '', ...ownStreamArns] = streamArns;
  const endpoints = await listEndpoints();
  const match = createRouter(endpoints);
  return {
    address: serving.address,
    urls: serving.urls,
    demo: {
      ...serving.demo,
      values: { ...serving.demo.values, ...(ltiAssertion !== undefined && { ltiAssertion }) },
    },
    streamArn,
    ownStreamArns,
    server: serving.server,
    endpoints,
    tableName,
    secretsFile,
    tokenFor: createToken,
    store: (code) => openTenantStore(requireTenantCode(code)),
    async call(method, area, path, callOptions = {}) {
      const reply = readReply(
        await sendRequest(serving.urls[area] + path, buildRequest(method, area, callOptions)),
      );
      checkReply(area, match(area, method, path.split('?', 1)[0] ?? path), { path, ...reply });
      return reply;
    },
    async stop() {
      await serving.stop();
      resetDocumentClient();
      process.env.OWN_TABLES = '';
      for (const name of tables.slice(1)) await dropTable(name);
      if (hasStream) await dropTable(tableName);
      else await table.giveBack();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
