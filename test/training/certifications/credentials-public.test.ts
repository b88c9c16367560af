// What anyone may read about a tenant's credentials, and the key that signs them (W3C Bitstring Status List 1.0).
import { gunzipSync } from 'node:zlib';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildRevocationChanges,
  statusListLength,
} from '../../../functions/training/records/certifications/status-list.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import {
  loadIssuerKeyItem,
  loadOrCreateIssuerKey,
  unsealIssuerKey,
} from '../../../shared/credentials/issuer-key.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createCertification, storeCertification } from './certification-fixture.ts';
import { findSchemaFaults } from './verifier.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const getPublic = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  platform.call('GET', 'training', `/api/v1/Public/Credentials/${path}`, { headers });
const getCredential = async (tenant: string, id: string) =>
  platform.call('GET', 'training', `/api/v1/Certifications/${id}/Credential`, {
    tenant,
    token: await platform.tokenFor({ tenant, permissions: ['training.credits.read'] }),
  });

/** The positions of the bits that are set in a compressed list (3.3: the first bit is the leftmost). */
function decodeSetBits(encodedList: string): number[] {
  expect(encodedList[0]).toBe('u');
  const bytes = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bytes.length * 8).toBe(statusListLength);
  return [...bytes].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => index * 8 + bit),
  );
}

describe('a status list', () => {
  it('has the bits of revoked credentials, in the list and at the position that each credential names', async () => {
    const demo = platform.store('demo');
    const [first, last, next] = [30_000, statusListLength - 1, statusListLength + 3].map((statusIndex) =>
      createCertification({ statusIndex }),
    );
    for (const item of [first, last, next]) if (item) await commit(buildRevocationChanges(demo, item));
    const [zero, firstList] = [await getPublic('demo/StatusLists/0'), await getPublic('demo/StatusLists/1')];
    expect(decodeSetBits(zero.body.credentialSubject.encodedList)).toEqual(
      expect.arrayContaining([30_000, statusListLength - 1]),
    );
    expect(decodeSetBits(firstList.body.credentialSubject.encodedList)).toEqual([3]);
    const { id } = await storeCertification(demo, next ?? createCertification());
    expect((await getCredential('demo', id)).body.credentialStatus).toEqual({
      id: `${platform.urls.training}/api/v1/Public/Credentials/demo/StatusLists/1#3`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: '3',
      statusListCredential: `${platform.urls.training}/api/v1/Public/Credentials/demo/StatusLists/1`,
    });
  });

  it('records many concurrent revocations, also when each is sent twice', async () => {
    const demo = platform.store('demo');
    const items = Array.from({ length: 60 }, (_, index) =>
      createCertification({ statusIndex: 5 * statusListLength + index * 2 }),
    );
    await Promise.all([...items, ...items].map((item) => commit(buildRevocationChanges(demo, item))));
    const { body } = await getPublic('demo/StatusLists/5');
    expect(decodeSetBits(body.credentialSubject.encodedList)).toEqual(items.map((_, index) => index * 2));
  });

  it('never revokes one certification at the position of another', async () => {
    const demo = platform.store('demo');
    await commit(buildRevocationChanges(demo, createCertification({ statusIndex: 77 })));
    await expect(
      commit(buildRevocationChanges(demo, createCertification({ statusIndex: 77 }))),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('may be cached for five minutes, is the same until something is revoked, and expires within two days', async () => {
    const first = await getPublic('demo/StatusLists/0');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await getPublic('demo/StatusLists/0', { 'If-None-Match': etag })).status).toBe(304);
    const { validFrom, validUntil } = first.body;
    expect(Date.parse(validUntil) - Date.parse(validFrom)).toBe(48 * 3600_000);
    expect(Date.parse(validFrom)).toBeLessThanOrEqual(Date.now());
    await commit(buildRevocationChanges(platform.store('demo'), createCertification({ statusIndex: 78 })));
    expect((await getPublic('demo/StatusLists/0', { 'If-None-Match': etag })).status).toBe(200);
  });

  it.each(['-1', '1.5', 'x', '01', '9999999999', '%00'])(
    'returns 404 for the invalid list number %s',
    async (list) => {
      expect((await getPublic(`demo/StatusLists/${list}`)).status).toBe(404);
    },
  );
});

describe('the addresses in a credential', () => {
  it('return its issuer and its achievement as they are now', async () => {
    const awardId = platform.demo.values.awardId ?? '';
    const { id } = await storeCertification(platform.store('demo'), createCertification({ awardId }));
    const { issuer, credentialSubject } = (await getCredential('demo', id)).body;
    const profile = await platform.call('GET', 'training', issuer.url.replace(platform.urls.training, ''));
    expect(profile.body).toMatchObject(issuer);
    const address = credentialSubject.achievement.id;
    const achievement = await platform.call('GET', 'training', address.replace(platform.urls.training, ''));
    expect(achievement.body).toMatchObject({
      id: address,
      name: 'Certified County Commissioner',
      criteria: { narrative: 'Service as a county commissioner, and the completed orientation.' },
      creator: issuer,
    });
    expect(findSchemaFaults(achievement.body, 'Achievement')).toEqual([]);
    expect(findSchemaFaults(profile.body, 'Profile')).toEqual([]);
  });

  it('return the same 404 for an unknown tenant, a tenant that issued nothing, and a suspended tenant', async () => {
    const paths = ['Issuer', 'StatusLists/0', `Achievements/${platform.demo.values.awardId}`];
    const fresh = platform.store('fresh');
    const settings = await platform.store('harbor').get(tenantKey(platform.store('harbor')));
    if (!settings) throw new Error('There is no second tenant');
    await commit([put(tenantKey(fresh), { ...settings, id: 'fresh', name: 'Nothing issued' })]);
    for (const path of paths) {
      const answers = await Promise.all(
        ['nobody', 'fresh', '*', 'DEMO#'].map((code) => getPublic(`${encodeURIComponent(code)}/${path}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const item = await storeCertification(fresh, createCertification());
    expect((await getCredential('fresh', item.id)).status).toBe(200);
    expect((await getPublic('fresh/Issuer')).status).toBe(200);
    await commit([update(tenantKey(fresh), { set: { status: 'suspended' } })]);
    expect((await getPublic('fresh/Issuer')).status).toBe(404);
  });
});

describe('the key of a tenant', () => {
  it('is created once when many first credentials are requested concurrently', async () => {
    const grove = platform.store('grove');
    const settings = await platform.store('demo').get(tenantKey(platform.store('demo')));
    if (!settings) throw new Error('There is no demo tenant');
    await commit([put(tenantKey(grove), { ...settings, id: 'grove', name: 'Grove' })]);
    const items = await Promise.all(
      Array.from({ length: 12 }, () => storeCertification(grove, createCertification())),
    );
    const replies = await Promise.all(items.map(({ id }) => getCredential('grove', id)));
    expect(replies.map(({ status }) => status)).toEqual(items.map(() => 200));
    const issuers = new Set(replies.map(({ body }) => body.issuer.id));
    expect([...issuers]).toEqual([(await loadIssuerKeyItem(grove))?.did]);
    expect(issuers.has((await loadIssuerKeyItem(platform.store('demo')))?.did)).toBe(false);
  });

  it('is stored encrypted only, and cannot be decrypted for another tenant', async () => {
    const demo = platform.store('demo');
    const { key } = await loadOrCreateIssuerKey(demo, new Date());
    const stored = await loadIssuerKeyItem(demo);
    if (!stored) throw new Error('The demo tenant has no key');
    await expect(unsealIssuerKey(platform.store('harbor'), stored)).rejects.toThrow();
    await expect(unsealIssuerKey(demo, { ...stored, did: `${stored.did}x` })).rejects.toThrow();
    const database = new DynamoDBClient();
    const { Items = [] } = await database.send(new ScanCommand({ TableName: platform.tableName }));
    database.destroy();
    const text = JSON.stringify(Items);
    expect(text).toContain(stored.did);
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(text).not.toContain(Buffer.from(key.seed).toString(form).replace(/=+$/, ''));
  });
});
