// Proves that the platform never loses its last administrator, also when two remove each other at the same moment.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeTenantStatus } from '../../../functions/identity/tenants/administer.ts';
import { disableUser } from '../../../functions/identity/users/contract.ts';
import { buildCommandAudit } from '../../../infra/admin/command-audit.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { commit, put, remove, StaleRead } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { confirmAdministrator } from '../../../shared/http/confirm-administrator.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoUser, requestWorkspaceToken } from './demo.ts';
import { runCommand } from './run-command.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const roles = ['admin', 'platform-admin'];

interface Administrator {
  readonly id: string;
  readonly userName: string;
  readonly password: string;
  readonly tenantCode: string;
}

/** Signs in and calls as an administrator; undefined when they cannot sign in or administer any more. */
async function signIn({ tenantCode, ...user }: Administrator) {
  const { status, body } = await requestWorkspaceToken(platform, tenantCode, user);
  if (status !== 200) return undefined;
  const call = (method: string, path: string, sent?: unknown) =>
    platform.call(method, 'identity', path, { tenant: tenantCode, token: body.accessToken, body: sent });
  return (await call('GET', '/api/v1/Users?pageSize=1')).status === 200 ? call : undefined;
}

/** Makes two users the platform's only administrators, by command. */
async function appointTwo(secondTenant: string): Promise<readonly [Administrator, Administrator]> {
  const ada = { ...demoUser(platform, 'ada'), tenantCode: 'demo' };
  const users = [
    { ...ada, id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b11' },
    { ...demoUser(platform, 'cleo'), id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b13', tenantCode: secondTenant },
  ] as const;
  for (const code of ['demo', 'harbor']) await runCommand('reactivate-tenant', [code]);
  for (const { userName, tenantCode } of users) {
    await runCommand('enable-user', [userName]);
    await runCommand('assign', [userName], { tenant: tenantCode, roles });
  }
  const other = secondTenant === 'demo' ? 'harbor' : 'demo';
  await runCommand('assign', [users[1].userName], { tenant: other, roles: ['admin'] });
  return users;
}

const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

describe.each([
  [
    'demote',
    'PUT',
    'demo',
    (administrator: Administrator) => [
      `/Users/${administrator.id}/Tenants/${administrator.tenantCode}`,
      { roles: ['admin'] },
    ],
  ],
  [
    'remove',
    'DELETE',
    'demo',
    (administrator: Administrator) => [
      `/Users/${administrator.id}/Tenants/${administrator.tenantCode}`,
      undefined,
    ],
  ],
  [
    'disable',
    'POST',
    'demo',
    (administrator: Administrator) => [`/Users/${administrator.id}/Disable`, undefined],
  ],
  [
    'suspend the tenants of',
    'POST',
    'harbor',
    (administrator: Administrator) => [`/Tenants/${administrator.tenantCode}/Suspend`, undefined],
  ],
] as const)('two administrators who %s each other at once', (_, method, secondTenant, request) => {
  it('leave one of them, twelve times in a row', async () => {
    for (let race = 0; race < 12; race += 1) {
      const [first, two] = await appointTwo(secondTenant);
      const calls = await Promise.all([signIn(first), signIn(two)]);
      const replies = await Promise.all(
        calls.map((call, index) => {
          const [path, body] = request(index === 0 ? two : first);
          return call?.(method, `/api/v1${path}`, body);
        }),
      );
      expect(replies.map((reply) => reply?.status).sort()[0]).toBe(200);
      const remaining = await Promise.all([signIn(first), signIn(two)]);
      expect(remaining.filter((call) => call !== undefined)).toHaveLength(1);
    }
  });
});

describe('by command', () => {
  it.each([
    [
      'demote',
      'demo',
      'assign',
      (administrator: Administrator) => ({
        names: [administrator.userName],
        options: { tenant: 'demo', roles: ['admin'] },
      }),
    ],
    [
      'remove',
      'demo',
      'remove',
      (administrator: Administrator) => ({ names: [administrator.userName], options: { tenant: 'demo' } }),
    ],
    [
      'disable',
      'demo',
      'disable-user',
      (administrator: Administrator) => ({ names: [administrator.userName], options: {} }),
    ],
    [
      'suspend',
      'harbor',
      'suspend-tenant',
      (administrator: Administrator) => ({ names: [administrator.tenantCode], options: {} }),
    ],
  ] as const)(
    'two commands that %s the last two at once leave one of them, twelve times in a row',
    async (...[, secondTenant, command, args]) => {
      for (let race = 0; race < 12; race += 1) {
        const both = await appointTwo(secondTenant);
        // Successful sign-ins, after which the failed ones of earlier races no longer count.
        await Promise.all(both.map(signIn));
        const outcomes = await Promise.allSettled(
          both.map((administrator) => {
            const { names, options } = args(administrator);
            return runCommand(command, names, options);
          }),
        );
        expect(outcomes.filter(isFulfilled)).toHaveLength(1);
        const remaining = await Promise.all(both.map(signIn));
        expect(remaining.filter((call) => call !== undefined)).toHaveLength(1);
      }
    },
  );
});

describe('the last administrator', () => {
  beforeEach(async () => {
    const [, second] = await appointTwo('demo');
    await runCommand('assign', [second.userName], { tenant: 'demo', roles: ['admin'] });
  });

  it('is not replaced by a user who has the role but no password yet', async () => {
    await runCommand('assign', ['gus@demo.example'], { tenant: 'demo', roles });
    await expect(runCommand('disable-user', ['ada@demo.example'])).rejects.toThrow(
      /would leave no administrator of the platform who can sign in/,
    );
    await runCommand('assign', ['gus@demo.example'], { tenant: 'demo', roles: ['member'] });
  });

  it('remains when a tenant is suspended in which somebody gets the role at the same moment', async () => {
    const platformStore = openPlatformStore();
    const audit = buildCommandAudit('suspend-tenant', new Date());
    const suspension = await changeTenantStatus(platformStore, 'harbor', 'suspended', audit);
    await runCommand('assign', ['cleo@harbor.example'], { tenant: 'harbor', roles });
    // Decided when nobody administered the platform from there, so it is decided again.
    await expect(commit(suspension.changes)).rejects.toThrow(StaleRead);
    await runCommand('assign', ['cleo@harbor.example'], { tenant: 'harbor', roles: ['admin'] });
  });

  it('is protected on a platform that is older than the list of administrators', async () => {
    const store = openPlatformStore();
    await commit([remove(store.key('ADMINISTRATORS', 'ADMINISTRATORS'))]);
    await expect(runCommand('disable-user', ['ada@demo.example'])).rejects.toThrow(
      /would leave no administrator/,
    );
    await runCommand('assign', ['cleo@harbor.example'], { tenant: 'demo', roles });
    await runCommand('disable-user', ['ada@demo.example']);
    await expect(runCommand('disable-user', ['cleo@harbor.example'])).rejects.toThrow(/would leave no/);
  });
});

it('an administrator who was demoted cannot give themself the role back with a request that was already admitted', async () => {
  for (let race = 0; race < 12; race += 1) {
    const [first, two] = await appointTwo('demo');
    const [call, other] = await Promise.all([signIn(first), signIn(two)]);
    const path = `/api/v1/Users/${two.id}/Tenants/demo`;
    const replies = await Promise.all([
      call?.('PUT', path, { roles: ['admin'] }),
      ...[1, 2, 3].map(() => other?.('PUT', path, { roles: ['admin', 'platform-admin', 'staff'] })),
    ]);
    expect(replies[0]?.status).toBe(200);
    expect(await signIn(two)).toBeUndefined();
  }
});

it('a change to the platform is not committed when its caller no longer administers it', async () => {
  const store = openPlatformStore();
  const tenant = platform.store('demo');
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error('There is no tenant demo');
  const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 60 };
  const claims = { iss: '', aud: '', sub: 'gone', client_id: '', jti: 'gone', tenant: 'demo', ...times };
  const caller = {
    ...{ kind: 'user' as const, subject: 'gone', name: 'gone', roles: [], personId: undefined, claims },
    permissions: new Set<Permission>(['platform.admin']),
  } as const;
  const probe = store.key<object>('PROBE', 'PROBE');
  const decide = async () => write([put(probe, { type: 'probe' })], noContent());
  const state = { admission: { tenant, settings, caller }, receivedAt: new Date() };
  const result = await confirmAdministrator(disableUser, state, decide)();
  const changes = result.kind === 'write' ? result.changes : [];
  await expect(commit(changes)).rejects.toThrow(StaleRead);
  expect(await store.get(probe, { consistent: true })).toBeUndefined();
});
