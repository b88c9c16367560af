// Proves the audit: every administrative change is recorded with who, what, when, from where, before and after.
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommandAudit } from '../../../infra/admin/command-audit.ts';
import { commands } from '../../../infra/admin/commands.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { signInAdministrator } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
let tenantAdmin: string;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
  tenantAdmin = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
});
afterAll(() => platform.stop());

const password = 'rowing boats in a line';

const readAudit = (query = '', tenant = 'demo', token = tenantAdmin) =>
  platform.call('GET', 'identity', `/api/v1/Audit${query}`, { tenant, token });
const readPlatformAudit = (query = '') => call('GET', `/api/v1/Platform/Audit${query}`);

async function createUser(userName: string, tenantCodes = ['demo']): Promise<string> {
  const assignments = tenantCodes.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const { status, body } = await call('POST', '/api/v1/Users', { userName, password, assignments });
  expect(status).toBe(201);
  return body.id;
}

describe('the audit', () => {
  it('names the actor, the operation, the record, both values and where the request came from', async () => {
    const id = await createUser('audited@demo.example');
    await call('PUT', `/api/v1/Users/${id}/Tenants/demo`, { roles: ['staff'] }, { 'User-Agent': 'test/1' });
    const { body } = await readAudit(`?record=${id}`);
    expect(body.items).toMatchObject([
      {
        action: 'changed',
        operation: 'PUT /api/v1/Users/{id}/Tenants/{tenantCode}',
        type: 'User',
        recordId: id,
        actor: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b11',
        actorName: 'ada@demo.example',
        actorKind: 'user',
        address: expect.stringMatching(/127\.0\.0\.1/),
        userAgent: 'test/1',
        before: { userName: 'audited@demo.example', roles: ['member'] },
        after: { userName: 'audited@demo.example', roles: ['staff'] },
      },
      { action: 'created', operation: 'POST /api/v1/Users', after: { roles: ['member'] } },
    ]);
    expect(body.items[1]).not.toHaveProperty('before');
  });

  it('records every change to users, clients and tenants, also for the platform, and never a secret', async () => {
    const id = await createUser('every@demo.example');
    const operations = [
      ['PUT', `/Users/${id}/Password`, { password: 'nine quiet harbors' }],
      ['POST', `/Users/${id}/RevokeTokens`, { tenantCode: 'demo' }],
      ['POST', `/Users/${id}/Disable`],
      ['POST', `/Users/${id}/Enable`],
      ['DELETE', `/Users/${id}/Tenants/demo`],
      ['POST', '/Users/Invite', { email: 'new@demo.example', tenantCode: 'demo', roles: ['member'] }],
      ['POST', '/Clients', { name: 'Audited', tenantCode: 'demo', scopes: ['crm.people.read'] }],
      ['POST', '/Tenants', { code: 'larch', name: 'Larch' }],
      ['PUT', '/Tenants/larch', { name: 'Larch County' }],
      ['POST', '/Tenants/larch/Suspend'],
      ['POST', '/Tenants/larch/Reactivate'],
    ] as const;
    const secrets: string[] = [password, 'nine quiet harbors'];
    for (const [method, path, sent] of operations) {
      const reply = await call(method, `/api/v1${path}`, sent);
      expect([200, 201]).toContain(reply.status);
      if (path === '/Clients') {
        const client = `/api/v1/Clients/${reply.body.client_id}`;
        const added = await call('POST', `${client}/Secrets`);
        secrets.push(reply.body.client_secret, added.body.client_secret);
        await call('PUT', `${client}/Scopes`, { scopes: ['crm.organizations.read'] });
        await call('DELETE', `${client}/Secrets/${added.body.secrets[0].id}`);
        await call('POST', `${client}/Revoke`);
      }
    }
    const whole = await readPlatformAudit('?pageSize=16');
    expect(whole.body.items.map(({ operation }: { operation: string }) => operation).reverse()).toEqual([
      'POST /api/v1/Users',
      'PUT /api/v1/Users/{id}/Password',
      'POST /api/v1/Users/{id}/RevokeTokens',
      'POST /api/v1/Users/{id}/Disable',
      'POST /api/v1/Users/{id}/Enable',
      'DELETE /api/v1/Users/{id}/Tenants/{tenantCode}',
      'POST /api/v1/Users/Invite',
      'POST /api/v1/Clients',
      'POST /api/v1/Clients/{id}/Secrets',
      'PUT /api/v1/Clients/{id}/Scopes',
      'DELETE /api/v1/Clients/{id}/Secrets/{secretId}',
      'POST /api/v1/Clients/{id}/Revoke',
      'POST /api/v1/Tenants',
      'PUT /api/v1/Tenants/{code}',
      'POST /api/v1/Tenants/{code}/Suspend',
      'POST /api/v1/Tenants/{code}/Reactivate',
    ]);
    const own = await readAudit('?pageSize=200');
    for (const text of [whole.text, own.text]) {
      expect(text).not.toMatch(/argon2|hash|client_secret|rst_/i);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it('of a tenant has nothing of other tenants, not even which others a user may enter', async () => {
    const id = await createUser('both@demo.example', ['demo', 'harbor']);
    const { text, body } = await readAudit(`?record=${id}`);
    expect(body.items).toHaveLength(1);
    expect(text).not.toContain('harbor');
    const whole = await readPlatformAudit(`?record=${id}`);
    expect(whole.body.items[0].after.assignments).toHaveLength(2);
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    expect((await readAudit('', 'demo', member)).status).toBe(403);
    expect((await readAudit('', 'harbor')).status).toBe(403);
    const path = '/api/v1/Platform/Audit';
    const refused = await platform.call('GET', 'identity', path, { tenant: 'demo', token: tenantAdmin });
    expect(refused.status).toBe(403);
  });

  it('records changes by command with the name of the user of the operating system', async () => {
    const id = await createUser('commanded@demo.example');
    await commands['disable-user']?.run({
      platform: openPlatformStore(),
      target: { description: 'a test', openSecret: async () => {}, close: async () => {} },
      names: ['commanded@demo.example'],
      options: { roles: [], scopes: [], due: false },
      now: new Date(),
      audit: buildCommandAudit('disable-user', new Date()),
      say: () => {},
    });
    const { body } = await readAudit(`?record=${id}&actor=command`);
    expect(body.items).toMatchObject([
      { actor: 'command', actorKind: 'command', operation: 'disable-user', after: { status: 'disabled' } },
    ]);
    expect(body.items[0].actorName).toBe(userInfo().username);
  });

  it('has the changes of settings, filters by actor, type, record and date, and pages newest first', async () => {
    const put = (name: string) =>
      platform.call('PUT', 'training', `/api/v1/Settings/Roles/${name}`, {
        tenant: 'demo',
        token: tenantAdmin,
        body: { permissions: ['crm.people.read'] },
      });
    await put('Auditor');
    await createUser('paged@demo.example');
    await put('Keeper');
    const roles = await readAudit('?type=Roles');
    expect(roles.body.items).toMatchObject([{ recordId: 'Keeper' }, { recordId: 'Auditor' }]);
    const keeper = await readAudit('?type=Roles&record=Keeper');
    expect(keeper.body.items).toHaveLength(1);
    const [{ at, actor }] = keeper.body.items;
    expect((await readAudit(`?actor=${actor}`)).body.items).toHaveLength(2);
    const on = await readAudit(`?from=${at}&to=${at}`);
    expect(on.body.items).toMatchObject([{ recordId: 'Keeper' }]);
    expect((await readAudit('?from=2020-01-01&to=2020-12-31')).body.items).toEqual([]);
    expect((await readAudit('?from=2021-01-01&to=2020-12-31')).body.items).toEqual([]);

    const whole = (await readAudit('?pageSize=200')).body.items;
    const paged: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await readAudit(`?pageSize=3${cursor}`);
      paged.push(...body.items);
      cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(paged).toEqual(whole);
    const moments = whole.map((item: { at: string }) => item.at);
    expect(moments).toEqual([...moments].sort().reverse());
  });

  it('is exported as CSV with quoted fields, in which no cell is a formula', async () => {
    await createUser('=cmd@demo.example');
    const path = '/api/v1/Audit/Export?pageSize=2';
    const { status, text, headers } = await platform.call('GET', 'identity', path, {
      tenant: 'demo',
      token: tenantAdmin,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [titles = '', first = ''] = text.replace(/^\ufeff/, '').split('\r\n');
    expect(titles).toMatch(/^"Time","Action","Operation","Type","Record","Actor","Actor name"/);
    expect(first).toMatch(/^"20[^"]*","created","POST \/api\/v1\/Users","User","[^"]*","[^"]*","ada@demo/);
    expect(headers.get('link')).toMatch(/Audit\/Export\?pageSize=2&cursor=[\w-]+>; rel="next"/);
  });
});
