// Proves who may administer the platform, and the administration of tenants.
// Rules: docs/interface/access.md#tenant-access-setting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, demoUser, getTargets, requestWorkspaceToken, signInAdministrator } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

describe('administering the platform', () => {
  it('needs platform.admin, which not even the admin of a tenant has', async () => {
    const { body } = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ben'));
    for (const path of ['/api/v1/Tenants', '/api/v1/Users', '/api/v1/Clients']) {
      const sent = { tenant: 'demo', token: body.accessToken };
      expect((await platform.call('GET', 'identity', path, sent)).status).toBe(403);
      expect((await platform.call('POST', 'identity', path, { ...sent, body: {} })).status).toBe(403);
    }
  });

  it('cannot be granted by a role of a tenant', async () => {
    const reply = await call('PUT', '/api/v1/Tenants/demo', {
      roles: { boss: ['platform.admin', 'no.such.permission'], 'platform-admin': [] },
    });
    expect(reply.status).toBe(400);
    expect(getTargets(reply)).toEqual(['roles.boss[0]', 'roles.boss[1]', 'roles.platform-admin']);
  });
});

describe('tenants', () => {
  it('have at most as many role sets as fit into their settings (OWASP API4:2023)', async () => {
    const sets = (count: number, names: string[]) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`role ${index}`, names]));
    const put = (roles: unknown) => call('PUT', '/api/v1/Tenants/harbor', { roles });
    const many = await put(sets(51, []));
    expect([many.status, getTargets(many)]).toEqual([400, ['roles']]);
    const long = await put({ long: Array(permissionNames.length + 1).fill('crm.people.read') });
    expect([long.status, getTargets(long)]).toEqual([400, ['roles.long']]);
  });

  it('are created with the defaults of a new tenant', async () => {
    const reply = await call('POST', '/api/v1/Tenants', { code: 'Aspen', name: 'Aspen Bar Association' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('location')).toBe(`${platform.urls.identity}/api/v1/Tenants/aspen`);
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.body).toMatchObject({
      code: 'aspen',
      status: 'active',
      access: {
        training: { read: 'tenant', write: 'token' },
        billtracking: { read: 'tenant', write: 'token' },
      },
    });
    const again = await call('POST', '/api/v1/Tenants', { code: 'ASPEN', name: 'Another' });
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('are not created from invalid input, whose errors are all reported at once', async () => {
    const reply = await call('POST', '/api/v1/Tenants', {
      code: 'a#b',
      name: ' ',
      timeZone: 'Mars/Olympus',
      fiscalYearStart: '02-30',
      allowedOrigins: ['ftp://x'],
    });
    expect(reply.status).toBe(400);
    expect(getTargets(reply).sort()).toEqual([
      'allowedOrigins[0]',
      'code',
      'fiscalYearStart',
      'name',
      'timeZone',
    ]);
  });

  it('are changed with If-Match, which protects the change of another administrator', async () => {
    const before = await call('GET', '/api/v1/Tenants/harbor');
    const tag = before.headers.get('etag') ?? '';
    const changed = await call(
      'PUT',
      '/api/v1/Tenants/harbor',
      { timeZone: 'America/Boise' },
      { 'If-Match': tag },
    );
    expect(changed.body).toMatchObject({ timeZone: 'America/Boise', name: before.body.name, version: 2 });
    const stale = await call('PUT', '/api/v1/Tenants/harbor', { name: 'Lost' }, { 'If-Match': tag });
    expect(stale.status).toBe(412);
    const held = await call('GET', '/api/v1/Tenants/harbor', undefined, {
      'If-None-Match': changed.headers.get('etag') ?? '',
    });
    expect(held.status).toBe(304);
  });

  it('keep their version when nothing changes', async () => {
    const tag = (await call('GET', '/api/v1/Tenants/harbor')).headers.get('etag') ?? '';
    const { name } = (await call('GET', '/api/v1/Tenants/harbor')).body;
    for (const [method, path, body] of [
      ['PUT', '', {}],
      ['PUT', '', { name }],
      ['POST', '/Reactivate', undefined],
    ] as const) {
      const reply = await call(method, `/api/v1/Tenants/harbor${path}`, body, { 'If-Match': tag });
      expect([reply.status, reply.headers.get('etag')]).toEqual([200, tag]);
      const stale = await call(method, `/api/v1/Tenants/harbor${path}`, body, { 'If-Match': '"0"' });
      expect(stale.status).toBe(412);
    }
  });

  it('list the origins whose pages may read replies, from the next call on; * allows every origin', async () => {
    const { body } = await requestWorkspaceToken(platform, 'harbor', demoUser(platform, 'cleo'));
    const allowed = async (allowedOrigins: readonly string[]) => {
      await call('PUT', '/api/v1/Tenants/harbor', { allowedOrigins });
      const reply = await platform.call('GET', 'crm', '/api/v1/People', {
        tenant: 'harbor',
        token: body.accessToken,
        headers: { Origin: 'https://members.harbor.example' },
      });
      return reply.headers.get('access-control-allow-origin');
    };
    expect(await allowed(['https://members.harbor.example'])).toBe('https://members.harbor.example');
    expect(await allowed(['https://other.harbor.example'])).toBeNull();
    expect(await allowed(['*'])).toBe('*');
    expect(await allowed([])).toBeNull();
  });

  it('are listed by code, page by page', async () => {
    const codes: string[] = [];
    let path = '/api/v1/Tenants?pageSize=1';
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await call('GET', path);
      codes.push(...body.items.map((tenant: { code: string }) => tenant.code));
      if (body.nextCursor === undefined) break;
      path = `/api/v1/Tenants?pageSize=1&cursor=${body.nextCursor}`;
    }
    expect(codes).toEqual([...codes].sort());
    expect(codes).toEqual(expect.arrayContaining(['aspen', 'demo', 'harbor']));
  });

  it('refuse every call while suspended, and cannot be suspended by a call within themselves', async () => {
    const cleo = demoUser(platform, 'cleo');
    const { body } = await requestWorkspaceToken(platform, 'harbor', cleo);
    expect((await call('POST', '/api/v1/Tenants/harbor/Suspend')).body.status).toBe('suspended');
    expect(await callWithToken(platform, body.accessToken, 'harbor')).toBe(403);
    const denied = await requestWorkspaceToken(platform, 'harbor', cleo);
    expect([denied.status, denied.body.code]).toEqual([403, 'TENANT_SUSPENDED']);
    const workspaces = await platform.call('POST', 'identity', '/api/v1/Services/Authrize', { body: cleo });
    expect(workspaces.body.workSpaceList).toEqual([]);
    expect((await call('POST', '/api/v1/Tenants/harbor/Reactivate')).status).toBe(200);
    expect(await callWithToken(platform, body.accessToken, 'harbor')).toBe(200);
    expect((await call('POST', '/api/v1/Tenants/demo/Suspend')).status).toBe(409);
    expect((await call('POST', '/api/v1/Tenants/nowhere/Suspend')).status).toBe(404);
  });
});
