// A tenant's whole data as files: complete, without secrets, each with its checksum, also when the job is cut off
// (docs/tenant-data.md#export).
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOutTypes } from '../../../functions/identity/tenants/exports/exported-types.ts';
import { guardRequests } from '../../../shared/data/client.ts';
import { dataKinds } from '../../../shared/directory/person-data/data-kinds.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { signInAdministrator } from './demo.ts';
import { callJob, copyDemoTenant, filterScope, scanTable } from './tenant-data.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
  await copyDemoTenant('larch');
});
afterAll(() => platform.stop());

const getExport = async (code: string, id: string): Promise<Body> =>
  (await call('GET', `/api/v1/Tenants/${code}/Exports/${id}`)).body;

async function request(code: string): Promise<string> {
  const reply = await call('POST', `/api/v1/Tenants/${code}/Exports`);
  expect(reply.status, reply.text).toBe(202);
  return reply.body.id;
}

/** The lines of all files but the manifest, by type of record. */
async function readFiles(exported: Body): Promise<Map<string, Body[]>> {
  const byType = new Map<string, Body[]>();
  for (const file of exported.files) {
    const path = file.url.slice(platform.urls.identity.length);
    const reply = await call('GET', path);
    expect(createHash('sha256').update(reply.bytes).digest('hex')).toBe(file.sha256);
    expect(reply.bytes.length).toBe(file.bytes);
    if (file.name === 'manifest.json') continue;
    const lines = reply.text.trimEnd().split('\n');
    expect(lines).toHaveLength(file.records);
    const parsed = lines.map((line) => JSON.parse(line));
    byType.set(file.recordType, [...(byType.get(file.recordType) ?? []), ...parsed]);
  }
  return byType;
}

/** The keys of what an export of the tenant must have, as texts. */
async function listExpected(code: string): Promise<string[]> {
  const leftOut = new Set(leftOutTypes);
  return filterScope(await scanTable(), `T#${code}#`)
    .filter(({ type, ttl }) => typeof type === 'string' && !leftOut.has(type) && !(type === 'file' && ttl))
    .map(({ pk, sk }) => `${pk.slice(`T#${code}#`.length)} ${sk}`)
    .sort();
}

const listKeys = (files: ReadonlyMap<string, Body[]>): string[] =>
  [...files]
    .filter(([type]) => type !== 'user' && type !== 'client')
    .flatMap(([, lines]) => lines.map(({ key }) => `${key.partition} ${key.sort}`))
    .sort();

describe('an export', () => {
  it('has every record once, in a file for each type, and its checksums hold', async () => {
    const id = await request('larch');
    await callJob(new Date());
    const exported = await getExport('larch', id);
    expect(exported.status).toBe('success');
    const files = await readFiles(exported);
    expect(listKeys(files)).toEqual(await listExpected('larch'));
    expect(files.size).toBeGreaterThan(60);
    const manifestFile = exported.files.find(({ name }: Body) => name === 'manifest.json');
    const manifest = (await call('GET', manifestFile.url.slice(platform.urls.identity.length))).body;
    expect(manifest).toMatchObject({ format: 'rostrum-tenant-export', version: '1.0', tenantCode: 'larch' });
    expect(manifest.files.map(({ name }: Body) => name)).toEqual(
      exported.files.map(({ name }: Body) => name).filter((name: string) => name !== 'manifest.json'),
    );
    for (const { why } of manifest.leftOut) expect(why).not.toBe('');
  });

  it('has users and clients of the tenant without secrets, and nothing of other tenants', async () => {
    const id = await request('demo');
    await callJob(new Date());
    const files = await readFiles(await getExport('demo', id));
    const ada = files.get('user')?.find(({ record }) => record.userName === 'ada@demo.example');
    expect(ada.record).not.toHaveProperty('tenants');
    expect(files.get('client')?.length).toBeGreaterThan(0);
    const text = JSON.stringify([...files]);
    for (const secret of ['$argon2id', 'linkSecret', 'passwordHash', 'feedHash', '"sealed"', 'harbor'])
      expect(text.includes(secret), secret).toBe(false);
  });

  it('goes on where a worker was cut off, with every record once', async () => {
    const id = await request('larch');
    let writes = 0;
    const stop = guardRequests(({ operation }) => {
      if (operation !== 'PutItem' && operation !== 'TransactWriteItems') return;
      writes += 1;
      if ([10, 60, 200].includes(writes)) throw new Error('The database is gone');
    });
    let now = Date.now();
    for (let calls = 0; calls < 40 && (await getExport('larch', id)).status === 'inprogress'; calls += 1) {
      await callJob(new Date(now), 3);
      now += 24 * 60_000;
    }
    stop();
    expect(writes).toBeGreaterThan(200);
    const exported = await getExport('larch', id);
    expect(exported.status).toBe('success');
    expect(listKeys(await readFiles(exported))).toEqual(await listExpected('larch'));
  });

  it('is one at a time for a tenant, and other administrators than those of the platform get none', async () => {
    const id = await request('harbor');
    expect((await call('POST', '/api/v1/Tenants/harbor/Exports')).status).toBe(409);
    const list = await call('GET', '/api/v1/Tenants/harbor/Exports');
    expect(list.body.items[0]).toMatchObject({ id, status: 'inprogress' });
    expect((await call('GET', `/api/v1/Tenants/demo/Exports/${id}`)).status).toBe(404);
    await callJob(new Date());
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const path = `/api/v1/Tenants/harbor/Exports/${id}/Files/manifest.json`;
    expect((await platform.call('GET', 'identity', path, { tenant: 'demo', token })).status).toBe(403);
  });

  it('names as left out only types that exist', () => {
    const ownNames = ['list-counter', 'file-chunk', 'file (expiring)'];
    expect(leftOutTypes.filter((type) => !dataKinds[type] && !ownNames.includes(type))).toEqual([]);
  });
});
