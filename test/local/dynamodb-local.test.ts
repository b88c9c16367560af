// The local database: starts, keeps data and stream, ends with the process that started it, and reports errors.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataDir } from '../../infra/local/data-dir.ts';
import { findRunningOwner } from '../../infra/local/database/database-claim.ts';
import { type DynamoDBLocal, startDynamoDBLocal } from '../../infra/local/database/dynamodb-local.ts';
import { waitForEnd } from '../../infra/local/database/process-identity.ts';
import { createTable } from '../../infra/local/database/table.ts';
import { startStream } from '../../infra/local/triggers/streams.ts';

let folder: string;
const running: DynamoDBLocal[] = [];
const { PATH: path } = process.env;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-database-'));
});
afterEach(async () => {
  process.env.PATH = path;
  await Promise.all(running.splice(0).map((database) => database.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startDynamoDBLocal>[0]): Promise<DynamoDBLocal> {
  const database = await startDynamoDBLocal(options);
  running.push(database);
  return database;
}

/** Makes a table, or takes the one there is, puts an item and hands on what the stream says since `streams.json`. */
async function putAndFollow(
  endpoint: string,
  number: number,
): Promise<{ seen: (string | undefined)[]; items: number }> {
  const client = new DynamoDBClient({ endpoint });
  const streams = new DynamoDBStreamsClient({ endpoint });
  const { streamArn } = await createTable(client, 'kept');
  await client.send(
    new PutItemCommand({ TableName: 'kept', Item: { pk: { S: `${number}` }, sk: { S: 's' } } }),
  );
  const seen: (string | undefined)[] = [];
  const stream = startStream({
    name: 'test',
    streamArn,
    client: streams,
    checkpointFile: join(folder, 'streams.json'),
    handler: async (event) => {
      seen.push(...event.Records.map((record) => record.dynamodb?.Keys?.pk?.S));
    },
  });
  await stream.caughtUp();
  await stream.stop();
  const { Count = 0 } = await client.send(new ScanCommand({ TableName: 'kept', ConsistentRead: true }));
  client.destroy();
  streams.destroy();
  return { seen, items: Count };
}

test('items and the change stream survive a restart, only one platform uses a folder at a time, and an unexpected end is reported', async () => {
  const data = await openDataDir(join(folder, 'data'));
  const first = await start({ dbPath: data.dynamodb });
  expect(await putAndFollow(first.endpoint, 1)).toEqual({ seen: ['1'], items: 1 });
  expect(await findRunningOwner(data.dynamodbProcess)).toEqual({ pid: process.pid, name: 'a platform' });
  await expect(start({ dbPath: data.dynamodb })).rejects.toThrow(
    /is in use by a platform that runs already \(process \d+\): stop that one first/,
  );
  await first.stop();
  expect(await findRunningOwner(data.dynamodbProcess)).toBeUndefined();
  const second = await start({ dbPath: data.dynamodb });
  expect(await putAndFollow(second.endpoint, 2)).toEqual({ seen: ['2'], items: 2 });
  process.kill(second.pid, 'SIGKILL');
  expect((await second.failed).message).toMatch(/ended unexpectedly/);
});

test('the database ends when its starting process is killed, and the data can be opened again', async () => {
  const data = await openDataDir(join(folder, 'data'));
  const script = join(folder, 'start.ts');
  await writeFile(
    script,
    `import { startDynamoDBLocal } from ${JSON.stringify(new URL('../../infra/local/database/dynamodb-local.ts', import.meta.url).href)};
     console.log((await startDynamoDBLocal({ dbPath: ${JSON.stringify(data.dynamodb)} })).pid);`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(parent.stdout, 'data');
  const java = Number(String(line));
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect(await waitForEnd(java, 10_000)).toBe(true);
  await start({ dbPath: data.dynamodb });
});

test('a port in use is reported at once', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(start({ port })).rejects.toThrow(`Port ${port} for the local database is taken`);
  server.close();
});

test('a Java that ends early is reported with its reason, and the folder is released', async () => {
  const data = await openDataDir(join(folder, 'data'));
  const java = join(folder, 'java');
  const version = 'echo \'openjdk version "17.0.1"\' >&2';
  await writeFile(
    java,
    `#!/bin/sh\n[ "$1" = -version ] && { ${version}; exit 0; }\necho "Error: no heap"; exit 1\n`,
  );
  await chmod(java, 0o755);
  process.env.PATH = `${folder}:${path}`;
  await expect(start({ dbPath: data.dynamodb })).rejects.toThrow(
    /exit code 1 before .* was ready: Error: no heap/,
  );
  await expect(readFile(data.dynamodbProcess)).rejects.toThrow();
});
