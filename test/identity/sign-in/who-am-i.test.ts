// Who the caller is: a person learns their own id, and leaves it out where they act for themselves
// (docs/interface/identity.md#who-am-i, docs/interface/requests.md#the-callers-person).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { buildExamplePath } from '../../../infra/openapi/examples.ts';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoUser, requestWorkspaceToken } from '../tenants/demo.ts';

let platform: TestPlatform;
/** Ben, a member, by the two-step sign-in. */
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  const { body } = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ben'));
  token = body.accessToken;
});
afterAll(() => platform.stop());

const call = (
  area: 'identity' | 'training' | 'crm',
  method: string,
  path: string,
  body?: unknown,
  by = token,
) => platform.call(method, area, path, { tenant: 'demo', token: by, ...(body !== undefined && { body }) });

it('a signed-in person learns account, person, tenant, roles, permissions, and what they mean', async () => {
  const { status, body } = await call('identity', 'GET', '/api/v1/Me');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    kind: 'user',
    user: { userName: 'ben@demo.example', email: 'ben@demo.example', isEmailConfirmed: false },
    person: { id: expect.any(String), firstName: 'Ben' },
    tenant: { code: 'demo', name: expect.any(String) },
    roles: [expect.any(String)],
  });
  expect(body.mayDo.map(({ permission }: { permission: string }) => permission)).toEqual(body.permissions);
  expect(body.mayDo[0].description).toMatch(/\.$/);
});

it('a client learns its own, and has no person', async () => {
  const client = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
  const { status, body } = await call('identity', 'GET', '/api/v1/Me', undefined, client);
  expect([status, body.person, body.permissions]).toEqual([200, undefined, ['crm.people.read']]);
  expect((await platform.call('GET', 'identity', '/api/v1/Me', { tenant: 'demo' })).status).toBe(401);
});

it('me stands for the caller in every address of a person', async () => {
  const { body: me } = await call('identity', 'GET', '/api/v1/Me');
  const own = (await listEndpoints()).filter(
    ({ contract: { method, path, access, area } }) =>
      method === 'GET' &&
      /\/people\/\{(?:personId|id)\}/i.test(path) &&
      typeof access === 'object' &&
      'permission' in access &&
      access.permission === 'own' &&
      area === 'training',
  );
  expect(own.length).toBeGreaterThan(8);
  for (const { contract } of own) {
    const fill = (id: string) => {
      const [, name = ''] = /\/people\/\{(\w+)\}/i.exec(contract.path) ?? [];
      const params = { ...contract.example.params, [name]: id };
      return buildExamplePath({ ...contract, example: { params } }, platform.demo.values);
    };
    const [byMe, byId] = await Promise.all([
      call('training', 'GET', fill('me')),
      call('training', 'GET', fill(me.person.id)),
    ]);
    const rest = ({ body }: Reply) => ({
      ...body,
      timestamp: undefined,
      path: undefined,
      requestId: undefined,
    });
    expect([contract.path, byMe.status, rest(byMe)]).toEqual([contract.path, byId.status, rest(byId)]);
  }
});

it('the caller is registered where no member is named, and a caller who is no person must name one', async () => {
  const { body: me } = await call('identity', 'GET', '/api/v1/Me');
  const classId = platform.demo.values.approvalClassId;
  const query = `/api/v1/registration/ClassRegistration/eligibility?classId=${classId}`;
  const eligible = await call('training', 'GET', query);
  expect([eligible.status, eligible.body.memberId]).toEqual([200, me.person.id]);
  const price = await call('training', 'POST', '/api/v1/registration/ClassRegistration/Price', {
    ...{ classId, memberId: 'me' },
  });
  expect([price.status, price.body.memberId]).toEqual([200, me.person.id]);
  const client = await platform.tokenFor({ tenant: 'demo', permissions: ['training.registrations.read'] });
  const refused = await call('training', 'GET', query, undefined, client);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('memberId is required')]);
  const nobody = await call('training', 'GET', '/api/v1/People/me/Transcript', undefined, client);
  expect([nobody.status, nobody.text]).toEqual([400, expect.stringContaining('no person of the directory')]);
});
