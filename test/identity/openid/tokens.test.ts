// Proves what ends a token (revocation, changes of its subject), introspection, and that a key rotation ends no token.
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as rotateOnSchedule } from '../../../functions/platform/rotate-keys/handler.ts';
import { buildCommandAudit } from '../../../infra/admin/command-audit.ts';
import { seedDemo } from '../../../infra/local/demo/seed.ts';
import { type PublicKeyItem, publicKeyKey, publicKeys } from '../../../shared/auth/accounts/records.ts';
import { signInClientId } from '../../../shared/auth/tokens/issue-token.ts';
import { keySetMaxAge } from '../../../shared/auth/tokens/keys.ts';
import { clearKeyCache } from '../../../shared/auth/tokens/published-keys.ts';
import { rotateKeys, rotationPeriod } from '../../../shared/auth/tokens/rotate-keys.ts';
import { signingKeysSecret } from '../../../shared/auth/tokens/secret-store.ts';
import { clockSkew, tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoClient, demoUser, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
beforeAll(async () => {
  // Its keys must be new: when one may be rotated depends on its age.
  platform = await startPlatform({ seed: seedDemo });
});
afterAll(() => platform.stop());

const form = (values: Record<string, string>) => ({ body: new URLSearchParams(values) });
const post = (path: string, values: Record<string, string>) =>
  platform.call('POST', 'identity', path, form(values));

async function createClientToken(tenant: string, scope?: string): Promise<string> {
  const parameters = {
    grant_type: 'client_credentials',
    ...demoClient(platform, tenant),
    ...(scope && { scope }),
  };
  return (await platform.call('POST', 'crm', '/oauth/token', form(parameters))).body.access_token;
}

async function createUserToken(name: string, tenant: string): Promise<string> {
  return (await requestWorkspaceToken(platform, tenant, demoUser(platform, name))).body.accessToken;
}

/** Whether the platform still accepts a token. */
async function callWithToken(token: string, tenant: string): Promise<number> {
  const path = '/api/v1/Subject/GetAssignedRolesPermission';
  return (await platform.call('GET', 'identity', path, { tenant, token })).status;
}

describe('introspection (RFC 7662)', () => {
  it('returns the content of a valid token to a client of the same tenant', async () => {
    const token = await createUserToken('ben', 'demo');
    const { body } = await post('/connect/introspect', { token, ...demoClient(platform, 'demo') });
    expect(body).toMatchObject({
      active: true,
      username: 'ben@demo.example',
      client_id: signInClientId,
      tenant: 'demo',
      token_type: 'Bearer',
    });
  });

  it("returns exactly { active: false } for another tenant's, an invalid and an expired token", async () => {
    const own = demoClient(platform, 'demo');
    const expired = await platform.tokenFor({
      tenant: 'demo',
      roles: ['member'],
      at: new Date(Date.now() - 7_200_000),
    });
    for (const token of [
      await createUserToken('cleo', 'harbor'),
      'nonsense',
      expired,
      `${await createClientToken('demo')}x`,
    ]) {
      const reply = await post('/connect/introspect', { token, ...own });
      expect(reply.status).toBe(200);
      expect(reply.text).toBe('{"active":false}');
    }
  });

  it('needs a client (RFC 7662 2.1)', async () => {
    const token = await createClientToken('demo');
    expect((await post('/connect/introspect', { token })).status).toBe(401);
    expect((await post('/connect/introspect', { token, client_id: signInClientId })).status).toBe(401);
    expect((await post('/connect/introspect', demoClient(platform, 'demo'))).status).toBe(400);
  });
});

describe('revocation (RFC 7009)', () => {
  it('ends one token at once and leaves the others', async () => {
    const [first, second] = [await createClientToken('demo'), await createClientToken('demo')];
    expect(
      (await post('/connect/revocation', { token: first, ...demoClient(platform, 'demo') })).status,
    ).toBe(200);
    expect(await callWithToken(first, 'demo')).toBe(401);
    expect(await callWithToken(second, 'demo')).toBe(200);
  });

  it('answers 200 for a token that is unknown, expired or already revoked (RFC 7009 2.2)', async () => {
    const own = demoClient(platform, 'demo');
    const token = await createClientToken('demo');
    for (const candidate of ['unknown', token, token])
      expect((await post('/connect/revocation', { token: candidate, ...own })).status).toBe(200);
  });

  it('works while the tenant is suspended, and stays in effect after that (RFC 7009 2.1)', async () => {
    const call = await signInAdministrator(platform);
    const token = await createClientToken('harbor');
    await call('POST', '/api/v1/Tenants/harbor/Suspend');
    const reply = await post('/connect/revocation', { token, ...demoClient(platform, 'harbor') });
    expect(reply.status).toBe(200);
    await call('POST', '/api/v1/Tenants/harbor/Reactivate');
    expect(await callWithToken(token, 'harbor')).toBe(401);
  });

  it('makes a request no more expensive, however many tokens are revoked (RFC 7009 5)', async () => {
    const cost = async (token: string) => {
      const sent = { tenant: 'demo', token };
      const reply = await platform.call(
        'GET',
        'identity',
        '/api/v1/Subject/GetAssignedRolesPermission',
        sent,
      );
      return [reply.status, reply.readUnits];
    };
    const token = await createClientToken('demo');
    const before = await cost(token);
    const own = demoClient(platform, 'demo');
    const others = await Promise.all(Array.from({ length: 100 }, () => createClientToken('demo')));
    await Promise.all(others.map((other) => post('/connect/revocation', { token: other, ...own })));
    expect(await cost(token)).toEqual(before);
    expect(await callWithToken(others[50] ?? '', 'demo')).toBe(401);
    const introspection = await post('/connect/introspect', { token: others[50] ?? '', ...own });
    expect(introspection.text).toBe('{"active":false}');
  });

  it("does not let a client revoke another client's token", async () => {
    const token = await createClientToken('demo');
    const reply = await post('/connect/revocation', { token, ...demoClient(platform, 'harbor') });
    expect([reply.status, reply.body.error]).toEqual([400, 'unauthorized_client']);
    expect(await callWithToken(token, 'demo')).toBe(200);
  });

  it('lets anyone who has the token of a user end it: a sign-out', async () => {
    const token = await createUserToken('ben', 'demo');
    expect((await post('/connect/revocation', { token, client_id: signInClientId })).status).toBe(200);
    expect(await callWithToken(token, 'demo')).toBe(401);
    const other = await createClientToken('demo');
    expect((await post('/connect/revocation', { token: other, client_id: signInClientId })).status).toBe(400);
  });
});

describe('a token narrower than its client', () => {
  it('allows no more than its scope says (RFC 6749 3.3)', async () => {
    const token = await createClientToken('demo', 'crm.organizations.read');
    const { body } = await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', {
      tenant: 'demo',
      token,
    });
    expect(body.permissions).toEqual([{ name: 'crm.organizations.read' }]);
  });
});

describe('all tokens of a user in a workspace', () => {
  it('are revoked by one call, and only in that workspace; a new sign-in works at once', async () => {
    const call = await signInAdministrator(platform);
    const users = (await call('GET', '/api/v1/Users')).body.items;
    const { id } = users.find((user: { userName: string }) => user.userName === 'cleo@harbor.example');
    await call('PUT', `/api/v1/Users/${id}/Tenants/demo`, { roles: ['member'] });
    const [harbor, demo] = [await createUserToken('cleo', 'harbor'), await createUserToken('cleo', 'demo')];
    expect([await callWithToken(harbor, 'harbor'), await callWithToken(demo, 'demo')]).toEqual([200, 200]);
    const reply = await call('POST', `/api/v1/Users/${id}/RevokeTokens`, { tenantCode: 'harbor' });
    expect(reply.status).toBe(200);
    expect([await callWithToken(harbor, 'harbor'), await callWithToken(demo, 'demo')]).toEqual([401, 200]);
    expect(await callWithToken(await createUserToken('cleo', 'harbor'), 'harbor')).toBe(200);
  });
});

describe('key rotation', () => {
  const rotate = (now: Date, when: 'due' | 'now') =>
    rotateKeys(openPlatformStore(), signingKeysSecret(), buildCommandAudit('rotate-keys', now), when);
  const published = async () =>
    (await platform.call('GET', 'identity', '/.well-known/jwks.json')).body.keys.map(
      (key: { kid: string }) => key.kid,
    );
  const kidOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

  it('publishes two keys of each kind from the start, with the cache lifetime that rotation relies on', async () => {
    const reply = await platform.call('GET', 'identity', '/.well-known/jwks.json');
    expect(reply.body.keys).toHaveLength(4);
    expect(reply.headers.get('cache-control')).toBe(`public, max-age=${keySetMaxAge}`);
    expect(reply.text).not.toContain('"d"');
  });

  it('does nothing before it is due, and not before verifiers know the next key', async () => {
    const now = new Date();
    expect(await rotate(now, 'due')).toMatchObject({ outcome: 'not due' });
    expect(await rotate(now, 'now')).toMatchObject({ outcome: 'too early' });
    expect(await published()).toHaveLength(4);
  });

  it('invalidates no token: old ones are still valid, new ones use the key that was published before', async () => {
    const before = await published();
    const old = await createClientToken('demo');
    const later = new Date(Date.now() + (keySetMaxAge + clockSkew + 1) * 1000);
    expect(await rotate(later, 'now')).toMatchObject({ outcome: 'rotated' });
    const fresh = await createClientToken('demo');
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    expect(before).toContain(kidOf(fresh));
    expect(await published()).toHaveLength(6);
    clearKeyCache();
    expect([await callWithToken(old, 'demo'), await callWithToken(fresh, 'demo')]).toEqual([200, 200]);
  });

  it('removes the old key once every token signed with it has expired', async () => {
    const [oldest] = await oldestFirst();
    const afterRetirement = new Date(Date.now() + (2 * keySetMaxAge + tokenLifetime + 3 * clockSkew) * 1000);
    expect(await rotate(afterRetirement, 'due')).toMatchObject({ outcome: 'not due' });
    expect(await published()).toHaveLength(4);
    expect(await published()).not.toContain(oldest);
    expect(await rotate(new Date(afterRetirement.getTime() + rotationPeriod * 1000), 'due')).toMatchObject({
      outcome: 'rotated',
    });
  });

  it('lets only one rotation run at a time', async () => {
    const later = new Date(Date.now() + 2 * rotationPeriod * 1000);
    const both = await Promise.allSettled([rotate(later, 'now'), rotate(later, 'now')]);
    const refused = both.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeLessThanOrEqual(1);
    expect(await published()).toHaveLength(6);
  });

  it('records every key that is published, retired or withdrawn, with who rotated, in the audit', async () => {
    const call = await signInAdministrator(platform);
    const read = async () =>
      (await call('GET', '/api/v1/Platform/Audit?type=SigningKey&pageSize=200')).body.items;
    const known = (await read()).length;
    const now = new Date(Date.now() + 3 * rotationPeriod * 1000);
    const before = await published();
    expect(await rotate(now, 'now')).toMatchObject({ outcome: 'rotated' });
    const records: { action: string; recordId: string }[] = await read();
    const latest = records.slice(0, records.length - known);
    const after = await published();
    const byAction = (action: string) =>
      latest.filter((one) => one.action === action).map(({ recordId }) => recordId);
    expect(byAction('created').sort()).toEqual(after.filter((kid: string) => !before.includes(kid)).sort());
    expect(byAction('removed').sort()).toEqual(before.filter((kid: string) => !after.includes(kid)).sort());
    // One key of each kind is retired.
    expect(byAction('changed')).toHaveLength(2);
    expect(latest).toContainEqual(
      expect.objectContaining({
        action: 'changed',
        operation: 'rotate-keys',
        actor: 'command',
        actorName: userInfo().username,
        before: { kid: byAction('changed')[0], publishedFrom: expect.any(String) },
        after: expect.objectContaining({ verifiesUntil: expect.any(String) }),
      }),
    );
    expect(JSON.stringify(latest)).not.toMatch(/privateKey|"x"|"y"|"d"/);
  });

  it('names the schedule as the actor when the keys are rotated on schedule', async () => {
    const call = await signInAdministrator(platform);
    const store = openPlatformStore();
    // A key that nothing needs: the daily run withdraws it.
    const { items } = await store.query<PublicKeyItem>(publicKeys(store));
    const [some] = items;
    if (!some) throw new Error('There is no published key');
    await commit([put(publicKeyKey(store, 'left-over'), { ...some, id: 'left-over' })]);
    await rotateOnSchedule();
    const { body } = await call('GET', '/api/v1/Platform/Audit?type=SigningKey&record=left-over');
    expect(body.items).toMatchObject([
      { action: 'removed', actor: 'schedule', actorKind: 'schedule', actorName: 'rotate-keys' },
    ]);
  });

  async function oldestFirst(): Promise<string[]> {
    const store = openPlatformStore();
    const { items } = await store.query<{ id: string; notAfter?: number }>(store.partition('KEYS'));
    return items.filter((item) => item.notAfter !== undefined).map((item) => item.id);
  }
});
