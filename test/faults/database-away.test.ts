// The database stops under load and starts again: callers get clear errors, the platform resumes by itself, and every
// acknowledged write exists once, in the table and in the change feed.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { type DynamoDBLocal, startDynamoDBLocal } from '../../infra/local/database/dynamodb-local.ts';
import { createTable } from '../../infra/local/database/table.ts';
import { configureDynamoDB, configureEnvironment } from '../../infra/local/environment.ts';
import { createGateway } from '../../infra/local/gateway.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import type { ChangeEvent } from '../../shared/change-feed/change-event.ts';
import { changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import type { TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { buildTenantItem } from '../machinery/fixture.ts';

const demo = openTenantStore('demo' as TenantCode);
const tableName = 'rostrum';
let folder: string;
let database: DynamoDBLocal;
let server: Server;
/** The URL of the awards. */
let awards: string;
let triggers: Triggers;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  // The reader of the stream logs every failure, and failures are expected here.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  folder = await mkdtemp(join(tmpdir(), 'rostrum-away-'));
  await mkdir(join(folder, 'database'));
  database = await startDynamoDBLocal({ dbPath: join(folder, 'database') });
  resetDocumentClient();
  configureDynamoDB(database.endpoint, tableName);
  const client = new DynamoDBClient();
  const { streamArn } = await createTable(client, tableName);
  client.destroy();
  await commit([put(tenantKey(demo), buildTenantItem('demo', 'tenant'))]);
  server = createGateway({ endpoints: await listEndpoints() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  awards = `http://127.0.0.1:${port}/training/api/v1/Awards`;
  configureEnvironment({ gateway: `http://127.0.0.1:${port}`, dynamodb: database.endpoint, tableName });
  triggers = await startTriggers({
    streamArn,
    checkpoint: join(folder, 'streams'),
  });
  await triggers.caughtUp();
});
afterAll(async () => {
  await triggers?.stop();
  server?.closeAllConnections();
  server?.close();
  await database?.stop();
  resetDocumentClient();
  await rm(folder, { recursive: true, force: true });
});

interface CreateReply {
  readonly status: number;
  readonly name: string;
  readonly body: {
    readonly id?: string;
    readonly error?: { readonly code: string; readonly message: string };
  };
}

const headers = { 'Content-Type': 'application/json', 'tenant-code': 'demo' };

async function createAward(name: string): Promise<CreateReply> {
  const response = await fetch(awards, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name }),
  });
  return { status: response.status, name, body: (await response.json()) as CreateReply['body'] };
}

/** Four callers who each create one award after another until there are enough responses. */
async function runLoad(
  label: string,
  isEnough: (answers: readonly CreateReply[]) => boolean,
): Promise<CreateReply[]> {
  const answers: CreateReply[] = [];
  const caller = async (number: number): Promise<void> => {
    for (let turn = 0; !isEnough(answers); turn += 1)
      answers.push(await createAward(`${label} ${number} ${turn}`));
  };
  await Promise.all([1, 2, 3, 4].map(caller));
  return answers;
}

const selectCreated = (answers: readonly CreateReply[]) => answers.filter(({ status }) => status === 201);

/** The names of all awards, as the list returns them. */
async function listAwardNames(): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${awards}/List?pageSize=200&page=${page}`, { headers });
    expect(response.status).toBe(200);
    const found = (await response.json()) as { readonly name: string }[];
    names.push(...found.map(({ name }) => name));
    if (found.length < 200) return names;
  }
}

it.each([1, 2])(
  'a stop of the database loses no acknowledged write and stores no refused one (round %i)',
  async (round) => {
    const before = await runLoad(`Before ${round}`, (answers) => answers.length >= 8);
    expect(selectCreated(before)).toHaveLength(before.length);

    // It stops under load: the callers continue until a few of their requests have failed.
    const during = runLoad(
      `During ${round}`,
      (answers) => answers.filter(({ status }) => status >= 500).length >= 6,
    );
    const { port } = database;
    await database.stop();
    const answers = await during;
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      const { code, message } = body.error ?? { code: '', message: '' };
      // A write that had started returns that its outcome is unknown; every other one, that nothing was written.
      if (status === 503)
        expect([code, message]).toEqual(['SERVICE_BUSY', expect.stringMatching(/not carried out/)]);
      else
        expect([status, code, message]).toEqual([
          500,
          'INTERNAL_SERVER_ERROR',
          expect.stringMatching(/may have been carried out/),
        ]);
    }
    expect(answers.some(({ status }) => status === 503)).toBe(true);

    database = await startDynamoDBLocal({ port, dbPath: join(folder, 'database') });
    const after = await runLoad(`After ${round}`, (some) => some.length >= 8);
    expect(selectCreated(after)).toHaveLength(after.length);

    const acknowledged = selectCreated([...before, ...answers, ...after]);
    const refused = new Set(answers.filter(({ status }) => status === 503).map(({ name }) => name));
    const names = await listAwardNames();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(acknowledged.map(({ name }) => name)));
    expect(names.filter((name) => refused.has(name))).toEqual([]);

    // The stream is read from the last position: each creation is in the change feed once.
    await triggers.caughtUp();
    const ids = new Set(acknowledged.map(({ body }) => body.id));
    const created = (await listChanges()).filter(
      ({ type, subject }) => type === 'award.created' && ids.has(subject),
    );
    expect(created.map(({ subject }) => subject).sort()).toEqual([...ids].sort());
  },
);

async function listChanges(): Promise<ChangeEvent[]> {
  const changes: ChangeEvent[] = [];
  for (;;) {
    const cursor = changes.at(-1)?.id;
    const { items, next } = await changesAfter(demo, cursor, 500, new Date(Date.now() + 60_000));
    changes.push(...items);
    if (!next) return changes;
  }
}
