// Creating and changing people (docs/interface/crm.md#people, #person-fields).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let organizationId: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });

const createPerson = async (body: object) => {
  const reply = await send('POST', 'people', body);
  expect(reply.status).toBe(201);
  return reply;
};

beforeAll(async () => {
  platform = await startPlatform();
  const hidden = { emailsVisibleTo: 'permission' } as const;
  await commit([update(tenantKey(platform.store('demo')), { set: hidden })]);
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.read', 'crm.emails.read'],
  });
  const { body } = await send('GET', 'Organization/OrganizationListLite');
  organizationId = body.data[0].id;
});
afterAll(() => platform.stop());

describe('creating a person', () => {
  it('answers with the whole person and its address, and lists it', async () => {
    const { body, headers } = await createPerson({
      firstName: 'Zoë',
      lastName: 'Aabye',
      emails: [
        { value: 'private@aabye.example', type: 'Private' },
        { value: 'zoe@rivertown.example', type: 'Work', isPrimary: true },
        { value: 'third@aabye.example' },
      ],
      phones: [{ value: '410-555-0171', type: 'Mobile' }],
      organizationId: organizationId.toUpperCase(),
      positions: [{ organizationId, title: 'Treasurer', startDate: '2020-01-01', endDate: '2020-12-31' }],
      addresses: [{ city: 'Rivertown' }, { city: 'Hilltown' }],
      secondaryEmail: '',
    });
    expect(body).toMatchObject({
      displayName: 'Zoë Aabye',
      email: 'zoe@rivertown.example',
      secondaryEmail: 'private@aabye.example',
      emails: [
        { value: 'zoe@rivertown.example', type: 'Work', isPrimary: true },
        { value: 'private@aabye.example', type: 'Private', isPrimary: false },
        { value: 'third@aabye.example', type: null, isPrimary: false },
      ],
      phone: '410-555-0171',
      organizationId,
      organizationName: 'Alder County',
      positions: [{ organizationName: 'Alder County', title: 'Treasurer', isActive: false }],
      addresses: [{ type: 'Primary' }, { type: 'Other' }],
      isActive: true,
    });
    expect(headers.get('location')).toContain(`/api/v1/people/${body.id}`);
    const list = await send('GET', 'people?pageSize=1');
    expect(list.body.data[0]).toEqual(body);
    expect((await send('GET', `people/${body.id}`)).body).toEqual(body);
  });

  it('tells everything that is wrong at once, references included', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await send('POST', 'people', {
      firstName: 'Nobody',
      organizationId: unknown,
      email: 'a@one.example',
      emails: [{ value: 'b@one.example' }, { value: 'B@one.example' }],
      positions: [{ organizationId: unknown, startDate: '2024-02-01', endDate: '2024-01-01' }],
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ field, code }: Record<string, string>) => [field, code])).toEqual(
      expect.arrayContaining([
        ['organizationId', 'UNKNOWN_VALUE'],
        ['positions[0].organizationId', 'UNKNOWN_VALUE'],
        ['positions[0].endDate', 'OUT_OF_RANGE'],
        ['emails[1]', 'DUPLICATE_VALUE'],
        ['email', 'NOT_ALLOWED'],
      ]),
    );
  });

  it('needs some name or an address', async () => {
    const { status, body } = await send('POST', 'people', { phone: '1' });
    expect([status, body.error.message]).toEqual([
      400,
      'A person needs a firstName, a lastName, a displayName or an email.',
    ]);
  });

  it('inline belongs to the organization of the path', async () => {
    const { status, body } = await send('POST', `people/CreatePersonInline/${organizationId}`, {
      firstName: 'Ina',
      lastName: 'Inline',
      email: 'ina@inline.example',
    });
    expect([status, body.organizationName]).toEqual([201, 'Alder County']);
    const unknown = await send('POST', 'people/CreatePersonInline/00000000-0000-4000-8000-000000000000', {
      firstName: 'Ina',
    });
    expect(unknown.status).toBe(404);
  });
});

describe('changing a person', () => {
  it('PUT replaces the whole person, PATCH changes what is sent, and null removes', async () => {
    const { body: person } = await createPerson({
      firstName: 'Pat',
      lastName: 'Put',
      title: 'Clerk',
      phone: '1',
    });
    const put = await send('PUT', `people/${person.id}`, { ...person, lastName: 'Patch', phone: null });
    expect(put.body).toMatchObject({ displayName: 'Pat Patch', title: 'Clerk', phone: null });
    const patched = await send('PATCH', `people/${person.id}`, { title: null, department: 'Finance' });
    expect(patched.body).toMatchObject({ lastName: 'Patch', title: null, department: 'Finance' });
    // docs/interface/requests.md#empty-texts
    const emptied = await send('PATCH', `people/${person.id}`, { department: '' });
    expect(emptied.body).toMatchObject({ lastName: 'Patch', department: null });
    const whole = await send('PUT', `people/${person.id}`, { lastName: 'Only' });
    expect(whole.body).toMatchObject({ firstName: null, lastName: 'Only', department: null });
  });

  it('the header changes what is sent, and an empty picture removes it', async () => {
    const { body: person } = await createPerson({
      lastName: 'Header',
      title: 'Clerk',
      imageThumbUrl: 'https://pictures.example/1.png',
    });
    const named = await send('PUT', `people/UpdatePersonHeader/${person.id}`, { firstName: 'Hedda' });
    expect(named.body).toMatchObject({ displayName: 'Hedda Header', imageThumbUrl: person.imageThumbUrl });
    const cleared = await send('PUT', `people/UpdatePersonHeader/${person.id}`, { imageThumbUrl: '' });
    expect(cleared.body).toMatchObject({ firstName: 'Hedda', title: 'Clerk', imageThumbUrl: null });
  });

  it('a lost update is 412', async () => {
    const { body: person, headers } = await createPerson({ lastName: 'Version' });
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    expect((await send('PATCH', `people/${person.id}`, { title: 'First' }, ifMatch)).status).toBe(200);
    expect((await send('PATCH', `people/${person.id}`, { title: 'Second' }, ifMatch)).status).toBe(412);
    expect((await send('GET', `people/${person.id}`)).body.title).toBe('First');
  });

  it('two changes at the same moment are both made', async () => {
    const { body: person } = await createPerson({ lastName: 'Both' });
    await Promise.all([
      send('PATCH', `people/${person.id}`, { title: 'Clerk' }),
      send('PATCH', `people/${person.id}`, { department: 'Finance' }),
    ]);
    expect((await send('GET', `people/${person.id}`)).body).toMatchObject({
      title: 'Clerk',
      department: 'Finance',
    });
  });

  it('who does not see addresses does not remove them by sending the person back', async () => {
    const { body: person } = await createPerson({ lastName: 'Hidden', email: 'hidden@one.example' });
    const blind = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.people.read', 'crm.people.write'],
    });
    const seen = await platform.call('GET', 'crm', `/api/v1/people/${person.id}`, {
      tenant: 'demo',
      token: blind,
    });
    expect(seen.body).toMatchObject({ email: null, emails: [] });
    await platform.call('PUT', 'crm', `/api/v1/people/${person.id}`, {
      tenant: 'demo',
      token: blind,
      body: { ...seen.body, title: 'Clerk' },
    });
    expect((await send('GET', `people/${person.id}`)).body).toMatchObject({
      email: 'hidden@one.example',
      title: 'Clerk',
    });
  });

  it('deactivating and reactivating shows in isActive', async () => {
    const { body: person } = await createPerson({ lastName: 'Active' });
    expect((await send('POST', `people/${person.id}/Deactivate`)).body.isActive).toBe(false);
    expect((await send('POST', `people/${person.id}/Reactivate`)).body.isActive).toBe(true);
  });
});
