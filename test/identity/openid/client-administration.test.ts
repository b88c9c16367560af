// Proves the administration of clients, and that the rights it removes end at once.
// Rules: docs/interface/identity.md#lists-of-area-c.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, getTargets, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

describe('clients', () => {
  const grant = (client_id: string, client_secret: string, scope?: string) =>
    platform.call('POST', 'crm', '/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        ...(scope && { scope }),
      }),
    });

  async function issue(name: string) {
    const reply = await call('POST', '/api/v1/Clients', {
      name,
      tenantCode: 'demo',
      scopes: ['crm.people.read', 'UsersAPI', 'crm.people.read'],
    });
    expect(reply.status).toBe(201);
    return reply.body as {
      client_id: string;
      client_secret: string;
      secrets: { id: string }[];
      scopes: string[];
    };
  }

  it('are issued with a secret that is shown only once', async () => {
    const issued = await issue('Website');
    expect(issued.scopes).toEqual(['crm.people.read', 'UsersAPI']);
    expect((await grant(issued.client_id, issued.client_secret)).status).toBe(200);
    const later = await call('GET', `/api/v1/Clients/${issued.client_id}`);
    const list = await call('GET', '/api/v1/Clients?tenantCode=demo&pageSize=200');
    for (const { text } of [later, list]) expect(text).not.toContain(issued.client_secret);
    expect(list.text).toContain(issued.client_id);
    expect(list.text).not.toContain('harbor');
    expect(later.text).not.toContain('hash');
  });

  it('keep their version when they are revoked again, or given the same scopes again', async () => {
    const { client_id, scopes } = await issue('Twice');
    const path = `/api/v1/Clients/${client_id.toUpperCase()}`;
    expect((await call('PUT', `${path}/Scopes`, { scopes })).headers.get('etag')).toBe('"1"');
    const first = await call('POST', `${path}/Revoke`);
    const second = await call('POST', `${path}/Revoke`);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await call('POST', `${path}/Revoke`, undefined, { 'If-Match': '"1"' })).status).toBe(412);
  });

  it('of an unknown tenant are not an empty list', async () => {
    const none = await call('GET', '/api/v1/Clients?tenantCode=nosuch');
    expect([none.status, none.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await call('GET', '/api/v1/Clients?tenantCode=')).status).toBe(200);
  });

  it('repeat the first reply, including the secret, for the same Idempotency-Key', async () => {
    const body = { name: 'Once', tenantCode: 'demo', scopes: [] };
    const key = { 'Idempotency-Key': 'issue-once' };
    const [first, second] = [
      await call('POST', '/api/v1/Clients', body, key),
      await call('POST', '/api/v1/Clients', body, key),
    ];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('can change their secret without a pause, because two secrets are valid together', async () => {
    const { client_id, client_secret: first, secrets } = await issue('Rotating');
    const second = await call('POST', `/api/v1/Clients/${client_id}/Secrets`);
    expect(second.status).toBe(201);
    const third = await call('POST', `/api/v1/Clients/${client_id}/Secrets`);
    expect([third.status, third.body.code]).toEqual([409, 'CONFLICT']);
    expect((await grant(client_id, first)).status).toBe(200);
    expect((await grant(client_id, second.body.client_secret)).status).toBe(200);
    const retired = await call('DELETE', `/api/v1/Clients/${client_id}/Secrets/${secrets[0]?.id}`);
    expect(retired.body.secrets).toHaveLength(1);
    expect((await grant(client_id, first)).status).toBe(401);
    expect((await grant(client_id, second.body.client_secret)).status).toBe(200);
    expect((await call('DELETE', `/api/v1/Clients/${client_id}/Secrets/none`)).status).toBe(404);
  });

  it('are listed page by page; a cursor of another list is refused like an invalid one', async () => {
    await issue('One more');
    await issue('And another');
    const { body } = await call('GET', '/api/v1/Clients?tenantCode=demo&pageSize=1');
    const next = await call('GET', `/api/v1/Clients?tenantCode=demo&pageSize=1&cursor=${body.nextCursor}`);
    expect([next.status, next.body.items.length]).toEqual([200, 1]);
    const strange = await call('GET', `/api/v1/Clients?tenantCode=harbor&cursor=${body.nextCursor}`);
    const wrong = await call('GET', '/api/v1/Clients?tenantCode=harbor&cursor=wrong');
    expect([strange.status, strange.body.details]).toEqual([400, wrong.body.details]);
  });

  it('cannot have a name that normalization makes longer than a key (Unicode NFKC, U+FDFA)', async () => {
    const body = { name: '\u{fdfa}'.repeat(30), tenantCode: 'demo', scopes: [] };
    const reply = await call('POST', '/api/v1/Clients', body);
    expect([reply.status, getTargets(reply)]).toEqual([400, ['name']]);
  });

  it('accept only scopes that a client can have', async () => {
    const body = { name: 'Greedy', tenantCode: 'demo', scopes: ['platform.admin', 'nonsense', 'UsersAPI'] };
    const reply = await call('POST', '/api/v1/Clients', body);
    expect([reply.status, getTargets(reply)]).toEqual([400, ['scopes[0]', 'scopes[1]']]);
    expect(
      (await call('POST', '/api/v1/Clients', { ...body, tenantCode: 'nowhere', scopes: [] })).status,
    ).toBe(404);
  });

  it('lose the permissions of removed scopes, also in tokens that were issued before', async () => {
    const { client_id, client_secret } = await issue('Narrowed');
    const { body } = await grant(client_id, client_secret);
    const held = async () =>
      (
        await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', {
          tenant: 'demo',
          token: body.access_token,
        })
      ).body.permissions;
    expect(await held()).toContainEqual({ name: 'crm.people.write' });
    await call('PUT', `/api/v1/Clients/${client_id}/Scopes`, { scopes: ['crm.people.read'] });
    expect(await held()).toEqual([{ name: 'crm.people.read' }]);
    expect((await grant(client_id, client_secret, 'UsersAPI')).body.error).toBe('invalid_scope');
  });

  it('are revoked permanently, with their secrets and tokens', async () => {
    const { client_id, client_secret } = await issue('Ended');
    const { body } = await grant(client_id, client_secret);
    expect((await call('POST', `/api/v1/Clients/${client_id}/Revoke`)).body.status).toBe('revoked');
    expect(await callWithToken(platform, body.access_token, 'demo')).toBe(401);
    expect((await grant(client_id, client_secret)).status).toBe(401);
    expect((await call('POST', `/api/v1/Clients/${client_id}/Secrets`)).status).toBe(409);
    expect((await call('PUT', `/api/v1/Clients/${client_id}/Scopes`, { scopes: [] })).status).toBe(409);
  });
});
