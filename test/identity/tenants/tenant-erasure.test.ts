// A tenant's whole data erased: nothing of it is left, nothing of others is touched, also when the job is cut off
// (docs/tenant-data.md#erasure).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCertificates } from '../../../functions/identity/administration/erased-tenants.ts';
import { registerUser } from '../../../functions/identity/users/register-user.ts';
import type { StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { setAside } from '../../../shared/change-feed/dead-changes.ts';
import { appendChanges } from '../../../shared/change-feed/feed.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { guardRequests } from '../../../shared/data/client.ts';
import { openPlatformStore, type TenantStore } from '../../../shared/data/store.ts';
import { prepareFile } from '../../../shared/files/stored-file.ts';
import { packParts } from '../../../shared/mail/mail-parts.ts';
import { putMail } from '../../../shared/mail/outbox.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { findWords } from '../../harness/stored-texts.ts';
import { signInAdministrator } from './demo.ts';
import { callJob, copyDemoTenant, filterScope, scanTable, toTexts } from './tenant-data.ts';

const day = 24 * 3600_000;
let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
  for (const code of ['quassia', 'maple']) await copyDemoTenant(code);
});
afterAll(() => platform.stop());

const erasurePath = (code: string) => `/api/v1/Tenants/${code}/Erasure`;
const request = (code: string, body: object) => call('POST', erasurePath(code), body);
const getErasure = async (code: string) => (await call('GET', erasurePath(code))).body;

async function createUser(userName: string, tenants: readonly string[]): Promise<string> {
  const id = crypto.randomUUID();
  const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const input = { userName, email: userName, password: 'a long walk by the river', assignments };
  const audit = { caller: { kind: 'anonymous', subject: 'anonymous' }, now: new Date() } as const;
  const { changes } = await registerUser(openPlatformStore(), id, input, {
    ...audit,
    newId: () => crypto.randomUUID(),
  });
  await commit(changes);
  return id;
}

/** Stores a word where the table has it compressed: in a file, in a change that was set aside, in the parts of a mail. */
async function storeCompressed(tenant: TenantStore, word: string): Promise<void> {
  const now = new Date();
  const file = {
    id: crypto.randomUUID(),
    name: 'notes',
    contentType: 'text/plain',
    bytes: Buffer.from(word),
  };
  const { chunks, changes } = await prepareFile(tenant, file, now);
  const parts = await packParts([{ name: 'a.txt', contentType: 'text/plain', content: word }]);
  const mail = { to: 'someone@example.org', subject: 'A mail', text: 'A mail', parts };
  await commit([...chunks, ...changes, putMail(tenant, crypto.randomUUID(), mail, now)]);
  const image = { type: { S: 'person' }, lastName: { S: word } };
  const Keys = { pk: { S: `${tenant.prefix}PERSON#1` }, sk: { S: 'PERSON' } };
  await setAside(
    { eventName: 'INSERT', dynamodb: { Keys, NewImage: image, SequenceNumber: '1' } },
    new Error('It could not be handled'),
    now,
  );
}

describe('requesting an erasure', () => {
  it('needs the code typed once more, suspends the tenant, and can be cancelled', async () => {
    expect((await request('harbor', { tenantCode: 'demo' })).status).toBe(400);
    expect((await request('harbor', {})).status).toBe(400);
    expect((await request('demo', { tenantCode: 'demo' })).status).toBe(409);
    const reply = await request('harbor', { tenantCode: 'Harbor', graceDays: 2 });
    expect(reply.status, reply.text).toBe(202);
    expect(reply.body).toMatchObject({ status: 'scheduled', certificate: null });
    expect(Date.parse(reply.body.dueAt) - Date.parse(reply.body.requestedAt)).toBe(2 * day);
    expect((await request('harbor', { tenantCode: 'harbor' })).status).toBe(409);
    expect((await call('GET', '/api/v1/Tenants/harbor')).body.status).toBe('suspended');
    expect((await call('POST', '/api/v1/Tenants/harbor/Reactivate')).status).toBe(409);
    await callJob(new Date(Date.now() + day));
    expect((await getErasure('harbor')).status).toBe('scheduled');
    expect((await call('DELETE', erasurePath('harbor'))).status).toBe(204);
    expect((await call('GET', '/api/v1/Tenants/harbor')).body.status).toBe('active');
    expect((await call('GET', erasurePath('harbor'))).status).toBe(404);
    await callJob(new Date(Date.now() + 3 * day));
    expect((await call('GET', '/api/v1/Tenants/harbor')).body.status).toBe('active');
  });
});

describe('an erasure', () => {
  it('leaves nothing of its tenant and everything of the others, wherever it is cut off', async () => {
    const only = await createUser('only@quassia.example', ['quassia']);
    const both = await createUser('both@maple.example', ['quassia', 'maple']);
    await call('PUT', '/api/v1/Tenants/quassia/SignInDomains', { domains: ['quassia.example'] });
    await call('POST', '/api/v1/Clients', {
      name: 'Reader',
      tenantCode: 'quassia',
      scopes: ['crm.people.read'],
    });
    await storeCompressed(platform.store('quassia'), 'Quillwhistle');
    const before = await scanTable();
    const packed = findWords(before, ['quillwhistle']);
    for (const place of ['T#quassia#FILE#', 'T#quassia#DEAD-CHANGE#', 'T#quassia#OUTBOX#'])
      expect(
        packed.filter((each) => each.startsWith(place)),
        place,
      ).not.toEqual([]);
    const others = ['demo', 'harbor', 'maple'].map((code) => `T#${code}#`);
    expect((await request('quassia', { tenantCode: 'quassia', graceDays: 1 })).status).toBe(202);
    const outage = new Error('The database is gone');
    let requests = 0;
    const stop = guardRequests(() => {
      requests += 1;
      if ([40, 90, 150, 210].includes(requests)) throw outage;
    });
    let now = Date.now() + day + 1000;
    const seen: { phase: string; found: number; erased: number; expectedAt: string | null }[] = [];
    for (let calls = 0; calls < 60 && (await getErasure('quassia')).status !== 'erased'; calls += 1) {
      const { progress } = await getErasure('quassia');
      if (progress) seen.push(progress);
      await callJob(new Date(now), 4).catch((error: unknown) => {
        if (error !== outage) throw error;
      });
      now += 24 * 60_000;
    }
    stop();
    expect(requests).toBeGreaterThan(210);
    const items = seen.filter(({ phase, erased }) => phase === 'items' && erased > 0);
    expect(items.length).toBeGreaterThan(0);
    for (const { found, erased, expectedAt } of items) {
      expect(erased).toBeLessThanOrEqual(found);
      expect(expectedAt).not.toBeNull();
    }
    const { status, certificate, sha256 } = await getErasure('quassia');
    expect(status).toBe('erased');

    const after = await scanTable();
    expect(filterScope(after, 'T#quassia#')).toEqual([]);
    // The access of the administrator who called is theirs, and so is the audit of the one who has a user in both.
    for (const prefix of others)
      expect(toTexts(filterScope(after, prefix)), prefix).toEqual(toTexts(filterScope(before, prefix)));

    const users = after.filter(({ type }) => type === 'user');
    expect(users.find(({ id }) => id === only)).toBeUndefined();
    expect(users.find(({ id }) => id === both)).toMatchObject({ tenants: ['maple'] });
    expect(after.filter(({ type, userId }) => type === 'user-name' && userId === only)).toEqual([]);
    expect(after.filter(({ type, tenantCode }) => type === 'client' && tenantCode === 'quassia')).toEqual([]);
    // Also in what is compressed. Entries of the platform's audit name the tenant by its code.
    expect(findWords(after, ['quassia.example', 'quillwhistle'])).toEqual([]);
    expect(findWords(after, ['quassia']).filter((place) => !place.startsWith('P#AUDIT '))).toEqual([
      'P#TENANT-ERASURE#quassia ERASURE: quassia',
    ]);
    expect(
      after.filter(({ type, tenantCode }) => type === 'sign-in-domain' && tenantCode === 'quassia'),
    ).toEqual([]);

    const counted = Object.values(certificate.items as Record<string, number>);
    const quassia = before.filter(({ pk }) => pk.startsWith('T#quassia#'));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(quassia.length);
    expect(certificate.accounts).toMatchObject({ usersErased: 1, clientsErased: 1 });
    expect(certificate.accounts.usersKept).toBeGreaterThan(0);
    expect(JSON.stringify(certificate)).not.toMatch(/@|quassia\.example/);
    const entry = after.find(({ recordType, after: view }) => {
      const { hash } = (view ?? {}) as { readonly hash?: string };
      return recordType === 'TenantErasure' && hash === sha256;
    });
    expect(entry?.pk).toBe('P#AUDIT');
  });

  it('keeps its code from being given again', async () => {
    const reply = await call('POST', '/api/v1/Tenants', { code: 'quassia', name: 'Another' });
    expect([reply.status, reply.body.code]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await call('GET', '/api/v1/Tenants/quassia')).status).toBe(404);
    expect((await call('DELETE', erasurePath('quassia'))).status).toBe(409);
  });

  it('goes through the items again when something was written meanwhile', async () => {
    await call('POST', '/api/v1/Tenants', { code: 'rowan', name: 'Rowan' });
    await request('rowan', { tenantCode: 'rowan', graceDays: 1 });
    const store = platform.store('rowan');
    let isWritten = false;
    const stop = guardRequests(({ operation, input }) => {
      const isIndexScan = operation === 'Scan' && input.IndexName !== undefined;
      if (isIndexScan && !isWritten) {
        isWritten = true;
        throw new Error('Something else writes now');
      }
    });
    await callJob(new Date(Date.now() + day + 1000));
    stop();
    await commit([
      put(
        store.key<object>('LATE', 'LATE'),
        { type: 'sign-in' },
        { listed: { listing: store.listing('LATE'), sort: '1' } },
      ),
    ]);
    await callJob(new Date(Date.now() + day + 3600_000));
    expect((await getErasure('rowan')).status).toBe('erased');
    expect(filterScope(await scanTable(), 'T#rowan#')).toEqual([]);
  });

  it('gives certificates that are chained, so that a changed one shows', async () => {
    const store = openPlatformStore();
    const { erasures, firstBroken } = await verifyCertificates(store);
    expect(erasures.map(({ tenantCode }) => tenantCode).slice(-2)).toEqual(['quassia', 'rowan']);
    expect(firstBroken).toBeUndefined();
    const [changed] = erasures.slice(-2);
    if (!changed?.certificate) throw new Error('There is no certificate');
    const key = store.key<object>('TENANT-ERASURE#quassia', 'ERASURE');
    await commit([put(key, { ...changed, certificate: { ...changed.certificate, items: {} } })]);
    expect((await verifyCertificates(store)).firstBroken).toBe(changed.certificate.number);
  });

  it('has no events about what it removes', async () => {
    const image = (item: Record<string, string>) =>
      Object.fromEntries(Object.entries(item).map(([name, value]) => [name, { S: value }]));
    const removal = (tenant: string, sequence: string): StreamRecord => ({
      eventName: 'REMOVE',
      dynamodb: {
        Keys: image({ pk: `T#${tenant}#PERSON#1`, sk: 'PERSON' }),
        OldImage: { ...image({ type: 'person', id: '1' }), schemaVersion: { N: '1' } },
        ...{ ApproximateCreationDateTime: 1_800_000_000, SequenceNumber: sequence },
      },
    });
    const events = await appendChanges([removal('quassia', '1'), removal('maple', '2')]);
    expect(events.map(({ source }) => source)).toEqual(['/tenants/maple']);
    expect(filterScope(await scanTable(), 'T#quassia#')).toEqual([]);
  });
});
