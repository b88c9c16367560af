// Stored files and their links: anyone with the link gets every byte; nobody else does, and nobody after it expires.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { createSignedLink, loadFileByToken } from '../../../shared/files/signed-link.ts';
import { decompressFile, type FileInput, loadFile, storeFile } from '../../../shared/files/stored-file.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { rawRequest } from '../../machinery/requests/raw-request.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const hour = 3600_000;
const now = new Date();
const inAnHour = new Date(now.getTime() + hour);

const createFileInput = (parts: Partial<FileInput> = {}): FileInput => ({
  id: randomUUID(),
  name: 'Förteckning 2026.csv',
  contentType: 'text/csv; charset=utf-8',
  bytes: new TextEncoder().encode('name\r\nÅngström\r\n'),
  expiresAt: inAnHour,
  ...parts,
});

/** Stores the file with a link to it, as a background function does; returns the link's path. */
async function storeAndLink(file: FileInput, until = inAnHour, code = 'demo'): Promise<string> {
  const tenant = platform.store(code);
  const { file: item, changes } = await storeFile(tenant, file, now);
  await commit(changes);
  return createSignedLink(tenant, item, until);
}
const download = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  platform.call('GET', 'training', path, { headers });

describe('a download', () => {
  it('needs no header, has the stored name and type, and is sandboxed when displayed', async () => {
    const reply = await download(await storeAndLink(createFileInput()));
    expect(reply.status).toBe(200);
    expect(reply.text).toBe('name\r\nÅngström\r\n');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe(
      'attachment; filename="Forteckning 2026.csv"; filename*=UTF-8\'\'F%C3%B6rteckning%202026.csv',
    );
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(reply.headers.get('cache-control')).toMatch(/private/);
  });

  it('of a file in many chunks has every byte, and an ETag by content', async () => {
    const bytes = new Uint8Array(randomBytes(2_000_000));
    const path = await storeAndLink(createFileInput({ bytes, contentType: 'application/pdf' }));
    const reply = await download(path, { 'Accept-Encoding': 'identity' });
    expect(Buffer.compare(reply.bytes, bytes)).toBe(0);
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
    expect(reply.headers.get('etag')).toBe(etag);
    expect((await download(path, { 'If-None-Match': etag, 'Accept-Encoding': 'identity' })).status).toBe(304);
    expect(reply.roundTrips).toBeLessThanOrEqual(4);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['identity', false],
    ['gzip;q=0', false],
    ['br, gzip;q=0.5', true],
  ])('is compressed for a client that accepts %s: %s (RFC 9110 12.5.3)', async (accepted, isGzipped) => {
    const path = await storeAndLink(createFileInput());
    const reply = await rawRequest(Number(new URL(platform.address).port), 'GET', `/training${path}`, {
      headers: { 'Accept-Encoding': accepted },
    });
    expect(reply.headers.get('content-encoding')).toBe(isGzipped ? 'gzip' : null);
    expect(reply.headers.get('vary')).toBe('Accept-Encoding');
    const plain = isGzipped ? gunzipSync(reply.bytes) : reply.bytes;
    expect(new TextDecoder().decode(plain)).toBe('name\r\nÅngström\r\n');
  });

  it('that is larger than a response may be is compressed for every client', async () => {
    const bytes = new Uint8Array(9_000_000).fill(65);
    const reply = await download(await storeAndLink(createFileInput({ bytes })), {
      'Accept-Encoding': 'identity',
    });
    expect(reply.headers.get('content-encoding')).toBe('gzip');
    expect(reply.bytes.length).toBe(9_000_000);
  });

  it('may be empty', async () => {
    const reply = await download(await storeAndLink(createFileInput({ bytes: new Uint8Array() })));
    expect([reply.status, reply.bytes.length]).toEqual([200, 0]);
  });
});

describe('nobody gets a file', () => {
  const refused = async (path: string) => {
    const reply = await download(path);
    expect(reply.status).toBe(404);
    expect(reply.body.error.code).toBe('RESOURCE_NOT_FOUND');
    return reply.body.error.message as string;
  };

  it('by a token that is unknown, malformed, expired, of another tenant or of no tenant; the error is the same', async () => {
    const path = await storeAndLink(createFileInput());
    const token = path.split('/').at(-1) ?? '';
    const expired = await storeAndLink(createFileInput(), new Date(now.getTime() - 1000));
    const answers = await Promise.all([
      refused(`/api/v1/Files/demo/${randomBytes(32).toString('base64url')}`),
      refused('/api/v1/Files/demo/x'),
      refused(`/api/v1/Files/demo/${'x'.repeat(3000)}`),
      refused(`/api/v1/Files/harbor/${token}`),
      refused(`/api/v1/Files/nobody/${token}`),
      refused(`/api/v1/Files/DEMO%23/${token}`),
      refused(expired),
      refused(await storeAndLink(createFileInput({ expiresAt: new Date(now.getTime() - 1000) }))),
    ]);
    expect(new Set(answers).size).toBe(1);
    expect((await download(path)).status).toBe(200);
  });

  it('while the tenant is suspended', async () => {
    const path = await storeAndLink(createFileInput(), inAnHour, 'harbor');
    const harbor = platform.store('harbor');
    expect((await download(path)).status).toBe(200);
    await commit([update(tenantKey(harbor), { set: { status: 'suspended' } })]);
    await refused(path);
    await commit([update(tenantKey(harbor), { set: { status: 'active' } })]);
  });

  it('by reading the table, which contains no token', async () => {
    const token = (await storeAndLink(createFileInput())).split('/').at(-1) ?? '';
    const database = new DynamoDBClient();
    const { Items = [] } = await database.send(new ScanCommand({ TableName: platform.tableName }));
    database.destroy();
    expect(Items.length).toBeGreaterThan(10);
    expect(JSON.stringify(Items)).not.toContain(token);
  });
});

describe('storing a file', () => {
  it('creates no file until its changes are committed, and the same file when it is repeated', async () => {
    const demo = platform.store('demo');
    const file = createFileInput();
    const { changes } = await storeFile(demo, file, now);
    expect(await loadFile(demo, file.id, now)).toBeUndefined();
    await commit(changes);
    await commit((await storeFile(demo, file, now)).changes);
    const found = await loadFile(demo, file.id, now);
    expect(found?.file).toMatchObject({ name: file.name, size: file.bytes.length, chunks: 1 });
    expect(found && new TextDecoder().decode(await decompressFile(found))).toBe('name\r\nÅngström\r\n');
  });

  it('again under the same id: a reader gets the old bytes or the new ones, never a mixture', async () => {
    const demo = platform.store('demo');
    const before = new Uint8Array(randomBytes(800_000));
    const after = new Uint8Array(randomBytes(900_000));
    const file = createFileInput({ bytes: before });
    await commit((await storeFile(demo, file, now)).changes);
    const again = await storeFile(demo, { ...file, bytes: after }, now);
    const beforeCommit = await loadFile(demo, file.id, now);
    expect(beforeCommit && Buffer.compare(await decompressFile(beforeCommit), before)).toBe(0);
    await commit(again.changes);
    const afterCommit = await loadFile(demo, file.id, now);
    expect(afterCommit && Buffer.compare(await decompressFile(afterCommit), after)).toBe(0);
  });

  it('fails when the compressed file is too large for a response, and the error states its size', async () => {
    const bytes = new Uint8Array(randomBytes(5_000_000));
    await expect(storeFile(platform.store('demo'), createFileInput({ bytes }), now)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: expect.stringMatching(/at most 4300800 bytes when compressed, but .* has 500\d{4}/),
    });
  });

  it('makes it available until it expires, and through a link until the link expires', async () => {
    const demo = platform.store('demo');
    const file = createFileInput({ expiresAt: new Date('2030-01-01T00:00:00Z') });
    const { file: item, changes } = await storeFile(demo, file, now);
    await commit(changes);
    const link = createSignedLink(demo, item, new Date('2029-12-31T00:00:00Z'));
    const token = link.split('/').at(-1) ?? '';
    expect(await loadFileByToken(demo, token, new Date('2029-12-30T23:59:59.999Z'))).toBeDefined();
    expect(await loadFileByToken(demo, token, new Date('2029-12-31T00:00:00Z'))).toBeUndefined();
    expect(await loadFile(demo, file.id, new Date('2029-12-31T23:59:59.999Z'))).toBeDefined();
    expect(await loadFile(demo, file.id, new Date('2030-01-01T00:00:00Z'))).toBeUndefined();
  });
});
