// Proves that a role which is created again is not held by those who held the deleted one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { requestWorkspaceToken, signInAdministrator } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

const holder = { userName: 'ruth@demo.example', password: 'rowing boats in a line' };
const rolePath = '/api/v1/Settings/Roles/Examiner';

/** The roles and permissions of the holder, whose token was issued before every change. */
async function readGrants(token: string) {
  const path = '/api/v1/Subject/GetAssignedRolesPermission';
  const { body } = await platform.call('GET', 'identity', path, { tenant: 'demo', token });
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  return { roles: names(body.roles), permissions: names(body.permissions) };
}

it.each([
  [
    'by the tenant',
    async (permissions: readonly string[] | undefined) => {
      const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
      const method = permissions ? 'PUT' : 'DELETE';
      const options = { tenant: 'demo', token, ...(permissions && { body: { permissions } }) };
      return (await platform.call(method, 'training', rolePath, options)).status;
    },
  ],
  [
    'by an administrator of the platform',
    async (permissions: readonly string[] | undefined) => {
      const roles = permissions ? { Examiner: permissions } : {};
      return (await call('PUT', '/api/v1/Tenants/demo', { roles })).status;
    },
  ],
])('a role deleted and created again %s gives its old holders nothing', async (_, change) => {
  const userName = `${_.length}-${holder.userName}`;
  expect(await change(['crm.people.read'])).toBe(200);
  const { body: user } = await call('POST', '/api/v1/Users', {
    ...holder,
    userName,
    assignments: [{ tenantCode: 'demo', roles: ['Examiner'] }],
  });
  const { body } = await requestWorkspaceToken(platform, 'demo', { ...holder, userName });
  expect(await readGrants(body.accessToken)).toEqual({
    roles: ['Examiner'],
    permissions: ['crm.people.read'],
  });

  await change(undefined);
  expect(await change(['crm.people.write', 'training.settings.write'])).toBe(200);
  expect(await readGrants(body.accessToken)).toEqual({ roles: [], permissions: [] });
  const detail = await call('GET', `/api/v1/Users/${user.id}`);
  expect(detail.body.assignments).toEqual([{ tenantCode: 'demo', roles: [] }]);

  const assigned = await call('PUT', `/api/v1/Users/${user.id}/Tenants/demo`, { roles: ['Examiner'] });
  expect(assigned.status).toBe(200);
  expect((await readGrants(body.accessToken)).permissions).toEqual([
    'crm.people.write',
    'training.settings.write',
  ]);
  await change(undefined);
});
