// The local secrets answer as Secrets Manager's API Reference specifies, and survive a restart.

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretsHandler } from './secrets.ts';

let folder: string;
let file: string;
let server: Server;
let client: SecretsManagerClient;

async function serve(): Promise<void> {
  const handler = createSecretsHandler({ file });
  server = createServer((request, response) => {
    handler(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = new SecretsManagerClient({
    endpoint: `http://127.0.0.1:${port}/below/a/path`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
}

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

test('a secret can be created, with or without a value, and read', async () => {
  await client.send(new CreateSecretCommand({ Name: 'rostrum/keys', SecretString: 'one' }));
  expect(await readSecret('rostrum/keys')).toBe('one');
  await client.send(new CreateSecretCommand({ Name: 'empty' }));
  await client.send(new PutSecretValueCommand({ SecretId: 'empty', SecretString: 'first' }));
  expect(await readSecret('empty')).toBe('first');
});

test('a new value replaces the one before it', async () => {
  await client.send(new CreateSecretCommand({ Name: 'a', SecretString: 'one' }));
  await client.send(new PutSecretValueCommand({ SecretId: 'a', SecretString: 'two' }));
  expect(await readSecret('a')).toBe('two');
});

test('operations that the platform does not call, and invalid requests, are refused by name', async () => {
  const describe = client.send(new DescribeSecretCommand({ SecretId: 'a' }));
  await expect(describe).rejects.toThrow('DescribeSecret is not available locally.');
  const unnamed = client.send(new CreateSecretCommand({ Name: undefined }));
  await expect(unnamed).rejects.toMatchObject({ name: 'ValidationException' });
});

test('unknown secrets and taken names are refused with the exceptions the SDK knows', async () => {
  await expect(readSecret('none')).rejects.toBeInstanceOf(ResourceNotFoundException);
  const put = client.send(new PutSecretValueCommand({ SecretId: 'none', SecretString: 'one' }));
  await expect(put).rejects.toBeInstanceOf(ResourceNotFoundException);
  await client.send(new CreateSecretCommand({ Name: 'empty' }));
  await expect(readSecret('empty')).rejects.toBeInstanceOf(ResourceNotFoundException);
  await expect(client.send(new CreateSecretCommand({ Name: 'empty' }))).rejects.toBeInstanceOf(
    ResourceExistsException,
  );
});

test('secrets written concurrently are all stored, in a file that only its owner can read', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  await Promise.all(names.map((Name) => client.send(new CreateSecretCommand({ Name, SecretString: Name }))));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await close();
  await serve();
  for (const name of names) {
    expect(await readSecret(name)).toBe(name);
  }
});

test('a damaged file is reported, not treated as empty', async () => {
  await writeFile(file, '{"secrets": [');
  await expect(client.send(new CreateSecretCommand({ Name: 'a' }))).rejects.toThrow();
});

test('every request of a web page is refused', async () => {
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { origin: 'http://elsewhere.example', 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body: '{"SecretId":"a"}',
  });
  expect(reply.status).toBe(403);
});
