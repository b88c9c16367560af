// Which users people are, in the list of existing callers (docs/interface/crm.md#users-of-people).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { requestWorkspaceToken, signInAdministrator } from '../../identity/tenants/demo.ts';

let platform: TestPlatform;
let staff: string;
let member: string;
let identity: Awaited<ReturnType<typeof signInAdministrator>>;
let organizationId: string;
const people: Record<string, string> = {};

const rule = (fieldId: string, ...selectedValues: string[]) => ({ fieldId, filterType: 4, selectedValues });
const list = (body: object, token = staff) =>
  platform.call('POST', 'crm', '/api/v1/People/NewPeoplePagingList', {
    tenant: 'demo',
    token,
    body: { itemCount: 100, pageNumber: 1, ...body },
  });

/** The listed people of the test by their first names. */
async function read(filterRules: readonly object[] = [], token = staff) {
  const { status, body, text } = await list(
    { filterBody: { filterRules: [rule('currentOrganization', organizationId), ...filterRules] } },
    token,
  );
  expect(status, text).toBe(200);
  return Object.fromEntries(
    body.result.map(({ people: person }: { people: { firstName: string } }) => [person.firstName, person]),
  );
}

const invite = (name: string, roles: readonly string[] = ['member']) =>
  identity('POST', '/api/v1/Users/Invite', {
    email: `${name}@users.example`,
    tenantCode: 'demo',
    roles,
    personId: people[name],
  });
const signIn = (name: string, password: string) =>
  requestWorkspaceToken(platform, 'demo', { userName: `${name}@users.example`, password });

async function readInvitation(name: string): Promise<string> {
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
  const mail = items.findLast(({ to }) => to === `${name}@users.example`);
  return /^ {2}(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
}

beforeAll(async () => {
  platform = await startPlatform();
  staff = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.organizations.write',
      'identity.permissions.read',
    ],
  });
  member = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
  identity = await signInAdministrator(platform);
  const send = (path: string, body: unknown) =>
    platform.call('POST', 'crm', `/api/v1/${path}`, { tenant: 'demo', token: staff, body });
  organizationId = (await send('organization', { name: 'Users' })).body.id;
  for (const name of ['nobody', 'invited', 'again', 'active', 'later'])
    people[name] = (await send('people', { firstName: name, lastName: 'User', organizationId })).body.id;
});
afterAll(() => platform.stop());

describe('the users of people', () => {
  const password = 'a long enough passphrase 81';

  it('are listed with their status, roles, invitation and last sign-in', async () => {
    const invited = await invite('invited');
    expect(invited.status, invited.text).toBe(201);
    const again = await invite('again');
    await identity('POST', `/api/v1/Users/${again.body.id}/Invite`);
    for (const name of ['active', 'later'])
      await identity('POST', '/api/v1/Users', {
        userName: `${name}@users.example`,
        password,
        assignments: [{ tenantCode: 'demo', roles: ['staff'], personId: people[name] }],
      });
    for (const name of ['active', 'later']) expect((await signIn(name, password)).status).toBe(200);
    const found = await read();
    expect(found.nobody).toMatchObject({
      ...{ userStatus: 0, roles: [], lastLogin: null, invitationExpirationDate: null },
    });
    expect(found.invited).toMatchObject({ userStatus: 1, roles: [{ name: 'member' }], lastLogin: null });
    expect(Date.parse(found.invited.invitationExpirationDate)).toBeGreaterThan(Date.now());
    expect(found.again.userStatus).toBe(2);
    // Invitations last seven days: this one is made to be older.
    const store = platform.store('demo');
    const login = { status: 'invited', expires: '2020-01-01T00:00:00.000Z', sent: 1 } as const;
    await commit([update(subjectKey(store, invited.body.id), { set: { login } })]);
    expect((await read()).invited.userStatus).toBe(3);
    expect(found.active).toMatchObject({
      ...{ userStatus: 4, roles: [{ name: 'staff' }], invitationExpirationDate: null },
    });
    expect(found.active.lastLogin).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('are filtered by role, together with other rules, and sorted by the last sign-in', async () => {
    expect(Object.keys(await read([rule('roles', 'STAFF')])).sort()).toEqual(['active', 'later']);
    expect(Object.keys(await read([rule('roles', 'staff', 'member')])).length).toBe(4);
    expect(Object.keys(await read([rule('roles', 'none')]))).toEqual([]);
    const { body } = await list({
      sortBy: 'lastlogin',
      sortDirection: 'desc',
      filterBody: { filterRules: [rule('currentOrganization', organizationId)] },
    });
    const names = body.result.map(
      ({ people: person }: { people: { firstName: string } }) => person.firstName,
    );
    expect(names.slice(0, 2)).toEqual(['later', 'active']);
    const paged = await platform.call('POST', 'crm', '/api/v1/people/PeoplePagingList', {
      ...{ tenant: 'demo', token: staff },
      body: {
        filter: { filterRules: [rule('roles', 'staff'), rule('currentOrganization', organizationId)] },
      },
    });
    expect(paged.body.totalCount).toBe(2);
  });

  it('have a login once the invitation is accepted, and none when the user is removed', async () => {
    const body = { token: await readInvitation('again'), password };
    const accepted = await platform.call('POST', 'identity', '/api/v1/Users/AcceptInvitation', { body });
    expect(accepted.status, accepted.text).toBe(200);
    expect((await read()).again).toMatchObject({ userStatus: 4, invitationExpirationDate: null });
    const { body: users } = await identity('GET', '/api/v1/Users?pageSize=100');
    const later = users.items.find(({ userName }: { userName: string }) => userName.startsWith('later@'));
    await identity('DELETE', `/api/v1/Users/${later.id}/Tenants/demo`);
    expect((await read()).later).toMatchObject({ userStatus: 0, roles: [], lastLogin: null });
  });

  it('are hidden from callers without the permission, who can not filter or sort by them either', async () => {
    const found = await read([], member);
    expect(found.active).toMatchObject({ userStatus: null, roles: [], lastLogin: null });
    const refused = [
      await list({ filterBody: { filterRules: [rule('roles', 'staff')] } }, member),
      await list({ sortBy: 'lastlogin' }, member),
      await platform.call('POST', 'crm', '/api/v1/Exports', {
        ...{ tenant: 'demo', token: member },
        body: { list: 'people', format: 'csv', filterBody: { filterRules: [rule('roles', 'staff')] } },
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
