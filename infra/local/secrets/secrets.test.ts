// The local secrets answer as Secrets Manager's API Reference specifies, and survive a restart.

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processAccessKeyId } from './process-credentials.ts';
import { type Secrets, writeSecrets } from './secret-file.ts';
import { createSecretsHandler } from './secrets.ts';

let folder: string;
let file: string;
let server: Server;
let client: SecretsManagerClient;

const connect = (port: number, accessKeyId: string): SecretsManagerClient =>
  new SecretsManagerClient({
    endpoint: `http://127.0.0.1:${port}/below/a/path`,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'local' },
    maxAttempts: 1,
  });

async function serve(): Promise<void> {
  const handler = createSecretsHandler({ file });
  server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = connect(port, processAccessKeyId);
}

const store = (secrets: Readonly<Record<string, string | undefined>>): Promise<void> =>
  writeSecrets(file, new Map(Object.entries(secrets)) satisfies Secrets);

async function close(): Promise<void> {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const readSecret = async (name: string): Promise<string | undefined> =>
  (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-secrets-'));
  file = join(folder, 'secrets.json');
  await serve();
});

afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

test('a secret can be read, and gets its first value and a new one', async () => {
  await store({ a: 'one', empty: undefined });
  expect(await readSecret('a')).toBe('one');
  await client.send(new PutSecretValueCommand({ SecretId: 'empty', SecretString: 'first' }));
  expect(await readSecret('empty')).toBe('first');
  await client.send(new PutSecretValueCommand({ SecretId: 'a', SecretString: 'two' }));
  expect(await readSecret('a')).toBe('two');
});

test('operations that the platform does not call, and invalid requests, are refused by name', async () => {
  const create = client.send(new CreateSecretCommand({ Name: 'a' }));
  await expect(create).rejects.toThrow('CreateSecret is not available locally.');
  const unnamed = client.send(new PutSecretValueCommand({ SecretId: undefined, SecretString: 'one' }));
  await expect(unnamed).rejects.toMatchObject({ name: 'ValidationException' });
});

test('unknown secrets, and those without a value, are refused with the exception the SDK knows', async () => {
  await store({ empty: undefined });
  for (const name of ['none', 'empty'])
    await expect(readSecret(name)).rejects.toBeInstanceOf(ResourceNotFoundException);
  const put = client.send(new PutSecretValueCommand({ SecretId: 'none', SecretString: 'one' }));
  await expect(put).rejects.toBeInstanceOf(ResourceNotFoundException);
});

test('secrets written concurrently are all stored, in a file that only its owner can read', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  await store(Object.fromEntries(names.map((name) => [name, undefined])));
  await Promise.all(
    names.map((name) => client.send(new PutSecretValueCommand({ SecretId: name, SecretString: name }))),
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await close();
  await serve();
  for (const name of names) {
    expect(await readSecret(name)).toBe(name);
  }
});

test('a damaged file is reported, not treated as empty', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await writeFile(file, '{"secrets": [');
  await expect(readSecret('a')).rejects.toMatchObject({ name: 'InternalServiceError' });
  // A sentence without a stack trace.
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^The file .* is damaged: restore it/)]]);
  log.mockRestore();
});

test('another program of this machine, or a web page, reads no secret: only its own process does', async () => {
  await store({ a: 'one' });
  const { port } = server.address() as AddressInfo;
  const other = connect(port, 'local');
  await expect(other.send(new GetSecretValueCommand({ SecretId: 'a' }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
  other.destroy();
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { origin: 'http://elsewhere.example', 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body: '{"SecretId":"a"}',
  });
  expect(reply.status).toBe(400);
  expect(await reply.text()).not.toContain('one');
});
