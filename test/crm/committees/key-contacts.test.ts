// Key contacts of organizations (docs/interface/crm.md#key-contacts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let harbor: string;
let mill: string;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const create = async (lastName: string, body: object): Promise<string> =>
  (await send('POST', 'people', { lastName, ...body })).body.id;
interface Contact {
  readonly id: string;
  readonly name: string;
  readonly organizationName: string | null;
  readonly title: string | null;
}
const listContacts = async (id: string, day = '2026-06-01'): Promise<[string | null, string | null][]> => {
  const { status, body } = await send('GET', `People/GetPeopleKeyContacts/${day}`);
  expect(status).toBe(200);
  return body
    .filter((contact: Contact) => contact.id === id)
    .map(({ organizationName, title }: Contact) => [organizationName, title]);
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.write'],
  });
  harbor = (await send('POST', 'organization', { name: 'Key Harbor' })).body.id;
  mill = (await send('POST', 'organization', { name: 'Key Mill' })).body.id;
});
afterAll(() => platform.stop());

describe('key contacts', () => {
  it('are those of the main organization, and of positions on the day', async () => {
    const id = await create('Kay', {
      ...{ organizationId: harbor, title: 'Clerk', isKeyContact: true },
      positions: [
        {
          organizationId: mill,
          title: 'Trustee',
          startDate: '2026-03-01',
          endDate: '2026-06-01',
          isKeyContact: true,
        },
        { organizationId: mill, title: 'Adviser' },
      ],
    });
    expect(await listContacts(id)).toEqual([
      ['Key Harbor', 'Clerk'],
      ['Key Mill', 'Trustee'],
    ]);
    expect(await listContacts(id, '2026-06-02')).toEqual([['Key Harbor', 'Clerk']]);
    const { body } = await send('GET', `people/${id}`);
    expect(body).toMatchObject({
      isKeyContact: true,
      positions: [{ isKeyContact: true }, { isKeyContact: false }],
    });
    expect((await send('PUT', `people/${id}`, body)).body.isKeyContact).toBe(true);
  });

  it('are no longer listed when they are deactivated, change the main organization, or no longer are', async () => {
    const id = await create('Leaver', { organizationId: harbor, isKeyContact: true });
    await send('POST', `people/${id}/Deactivate`);
    expect(await listContacts(id)).toEqual([]);
    await send('POST', `people/${id}/Reactivate`);
    expect(await listContacts(id)).toEqual([['Key Harbor', null]]);
    expect((await send('PATCH', `people/${id}`, { title: 'Clerk' })).body.isKeyContact).toBe(true);
    const moved = await send('PATCH', `people/${id}`, { organizationId: mill });
    expect(moved.body.isKeyContact).toBe(false);
    expect(await listContacts(id)).toEqual([]);
    await send('PATCH', `people/${id}`, { isKeyContact: true });
    expect(await listContacts(id)).toEqual([['Key Mill', 'Clerk']]);
    await send('PATCH', `people/${id}`, { isKeyContact: false });
    expect(await listContacts(id)).toEqual([]);
  });

  it('of two people who are merged become those of the one who remains', async () => {
    const first = await create('Merger', { firstName: 'A', organizationId: harbor });
    const second = await create('Merger', {
      firstName: 'B',
      positions: [{ organizationId: mill, title: 'Chair', isKeyContact: true }],
    });
    expect((await send('POST', `people/${first}/Merge`, { personId: second })).status).toBe(200);
    expect(await listContacts(first)).toEqual([['Key Mill', 'Chair']]);
    expect(await listContacts(second)).toEqual([]);
  });
});
