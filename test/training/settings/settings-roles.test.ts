// Roles and permissions over HTTP (docs/interface/access.md#permissions: a tenant may change its own role sets).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions as all } from '../../../shared/auth/permissions/permissions.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let admin: string;

const settingsPath = '/api/v1/Settings';
const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', settingsPath + path, { tenant: 'demo', token: admin, ...options });
const put = (name: string, permissions: readonly string[], options: CallOptions = {}) =>
  call('PUT', `/Roles/${encodeURIComponent(name)}`, { body: { permissions }, ...options });

beforeAll(async () => {
  platform = await startPlatform();
  admin = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
});
afterAll(() => platform.stop());

describe('permissions', () => {
  it('are listed with descriptions, without those of the platform', async () => {
    const { body, headers } = await call('GET', '/Permissions?pageSize=200');
    expect(body).toContainEqual({
      name: 'training.settings.write',
      description: all['training.settings.write'],
    });
    expect(body).toHaveLength(Object.keys(all).length - 1);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    expect(JSON.stringify(body)).not.toContain('platform.admin');
  });
});

describe('roles', () => {
  it('are those of the platform and the tenant’s own', async () => {
    const { body } = await call('GET', '/Roles');
    expect(body.map(({ name, isOwn }: { name: string; isOwn: boolean }) => [name, isOwn])).toEqual([
      ['admin', false],
      ['Class host', true],
      ['member', false],
      ['Newcomers', true],
      ['staff', false],
    ]);
    expect((await call('GET', '/Roles/staff')).body.permissions).toContain('training.awards.write');
    expect((await call('GET', '/Roles/nobody')).status).toBe(404);
    expect((await call('GET', '/Roles/platform-admin')).status).toBe(404);
  });

  it('take effect with the next request of the people who have them, and end with the next request after their deletion', async () => {
    await put('Clerk', []);
    const clerk = await platform.tokenFor({ tenant: 'demo', roles: ['Clerk'] });
    expect((await call('GET', '/LevelTypes', { token: clerk })).status).toBe(403);
    const created = await put('Clerk', ['training.settings.read', 'training.settings.read']);
    expect(created.body).toEqual({ name: 'Clerk', isOwn: true, permissions: ['training.settings.read'] });
    expect((await call('GET', '/LevelTypes', { token: clerk })).status).toBe(200);
    expect((await call('DELETE', '/Roles/Clerk')).status).toBe(204);
    expect((await call('GET', '/LevelTypes', { token: clerk })).status).toBe(403);
    expect((await call('DELETE', '/Roles/Clerk')).status).toBe(404);
    const { body } = await call('GET', '/Audit?pageSize=2');
    expect(body).toMatchObject([
      { setting: 'Roles', entry: 'Clerk', action: 'removed', before: created.body },
      { action: 'changed', after: created.body },
    ]);
  });

  it('replace those of the platform with the same name until they are deleted', async () => {
    const before = (await call('GET', '/Roles/member')).body;
    expect((await put('member', ['training.awards.read'])).body.isOwn).toBe(true);
    expect((await call('DELETE', '/Roles/member')).status).toBe(204);
    expect((await call('GET', '/Roles/member')).body).toEqual(before);
    expect((await call('DELETE', '/Roles/member')).status).toBe(404);
  });

  it('cannot contain permissions of the platform or unknown ones; all errors are returned at once', async () => {
    const { status, body } = await put('Boss', ['platform.admin', 'training.awards.read', 'constructor']);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { code: 'NOT_ALLOWED', target: 'permissions[0]' },
      { code: 'UNKNOWN_VALUE', target: 'permissions[2]' },
    ]);
    expect((await put('platform-admin', [])).status).toBe(400);
    expect((await put('constructor', [])).status).toBe(400);
    expect((await put('1st', [])).status).toBe(400);
  });
});

describe('callers', () => {
  const createSettingsToken = () =>
    platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.settings.read', 'training.settings.write', 'training.awards.read'],
    });

  it('cannot give a permission that they do not have themselves', async () => {
    const token = await createSettingsToken();
    const refused = await put('Friend', ['training.awards.read', 'crm.people.write'], { token });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({ code: 'PERMISSION_DENIED', target: 'permissions' });
    expect(refused.body.error.message).toContain('crm.people.write');
    expect(refused.body.error.message).not.toContain('training.awards.read');
    expect((await put('Friend', ['training.awards.read'], { token })).status).toBe(200);
  });

  it('cannot give it by deleting a role set that replaces one with more permissions', async () => {
    expect((await put('staff', ['training.awards.read'])).status).toBe(200);
    const refused = await call('DELETE', '/Roles/staff', { token: await createSettingsToken() });
    expect(refused.status).toBe(403);
    expect((await call('DELETE', '/Roles/staff')).status).toBe(204);
  });

  it('do not need the permissions that a role already has, or loses', async () => {
    expect((await put('Team', ['crm.people.read', 'training.awards.read'])).status).toBe(200);
    const token = await createSettingsToken();
    expect((await put('Team', ['crm.people.read'], { token })).status).toBe(200);
    expect((await put('Team', ['crm.people.read', 'crm.people.write'], { token })).status).toBe(403);
  });

  it('cannot take the permission to change settings from themselves', async () => {
    const locked = await put('admin', ['training.awards.read']);
    expect(locked.status).toBe(409);
    expect(locked.body.error.message).toContain('training.settings.write');
    expect((await put('Keeper', ['training.settings.write'])).status).toBe(200);
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['Keeper'] });
    expect((await call('DELETE', '/Roles/Keeper', { token })).status).toBe(409);
    expect((await put('Keeper', [], { token })).status).toBe(409);
    expect((await call('DELETE', '/Roles/Keeper')).status).toBe(204);
  });

  it('cannot take from the administrators of the tenant what they do not hold', async () => {
    const token = await createSettingsToken();
    const refused = await put('admin', ['training.settings.read', 'training.settings.write'], { token });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect(refused.body.error.message).toContain('identity.users.write');
    expect((await call('GET', '/Roles/admin')).body.isOwn).toBe(false);
  });

  it('cannot leave the administrators without the permissions to administer the tenant', async () => {
    const refused = await put('admin', [
      'training.settings.read',
      'training.settings.write',
      'crm.people.read',
    ]);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toContain('add identity.users.read, identity.users.write.');
  });

  it('cannot do so when two of them take it from each other at the same time', async () => {
    const sets = ['One', 'Two'];
    for (const name of sets) await put(name, ['training.settings.read', 'training.settings.write']);
    const tokens = await Promise.all(
      sets.map((role) => platform.tokenFor({ tenant: 'demo', roles: [role] })),
    );
    const replies = await Promise.all(
      tokens.map((token, index) => call('DELETE', `/Roles/${sets[1 - index]}`, { token })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([403, 409]).toContain(statuses[1]);
    const left = (await call('GET', '/Roles')).body.filter(({ name }: { name: string }) =>
      sets.includes(name),
    );
    expect(left).toHaveLength(1);
  });

  it('cannot change roles without a token', async () => {
    expect((await put('Anybody', ['training.awards.read'], { token: undefined })).status).toBe(401);
    expect((await call('DELETE', '/Roles/Class%20host', { token: undefined })).status).toBe(401);
  });
});
