// Who is active is computed from dates, in every area (docs/interface/crm.md#active-people).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
const organizationId = demoId('demo', 'organization:alder');
const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
const training = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });
const create = async (fields: object): Promise<string> => {
  const { status, body, text } = await send('POST', '/people', {
    lastName: 'Quillon',
    organizationId,
    ...fields,
  });
  expect(status, text).toBe(201);
  return body.id;
};
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'training.people.read',
      'training.people.write',
      'training.settings.write',
    ],
  });
});
afterAll(() => platform.stop());

describe('somebody whose last active day has passed, or whose first one has not come', () => {
  const people: Record<'former' | 'later' | 'present', string> = { former: '', later: '', present: '' };
  const inactive = () => [people.former, people.later];
  beforeAll(async () => {
    people.former = await create({ firstName: 'Former', activeTo: '2020-01-31' });
    people.later = await create({ firstName: 'Later', activeFrom: '2999-01-01' });
    people.present = await create({ firstName: 'Present', activeFrom: '2020-01-31', activeTo: '2999-01-01' });
  });

  it('is inactive in the record, which has the dates', async () => {
    expect((await send('GET', `/people/${people.former}`)).body).toMatchObject({
      activeFrom: null,
      activeTo: '2020-01-31',
      isActive: false,
    });
    expect((await send('GET', `/people/${people.later}`)).body.isActive).toBe(false);
    expect((await send('GET', `/people/${people.present}`)).body.isActive).toBe(true);
  });

  it('is inactive in lists, filters and searches', async () => {
    const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
    const page = (isActive: boolean, searchText?: string) =>
      send('POST', '/people/PeoplePagingList', { pageSize: 100, filter: { isActive, searchText } });
    for (const searchText of [undefined, 'Quillon']) {
      expect(idsOf(await page(false, searchText))).toEqual(expect.arrayContaining(inactive()));
      const active = idsOf(await page(true, searchText));
      expect(active).toContain(people.present);
      expect(active.filter((id) => inactive().includes(id))).toEqual([]);
    }
    const { body } = await send('POST', '/People/NewPeoplePagingList', {
      itemCount: 200,
      pageNumber: 1,
      filterBody: { filterRules: [{ fieldId: 'status', filterType: 4, selectedValues: ['Deactivated'] }] },
    });
    const listed = body.result.map(
      ({ people: person }: { people: { id: string; status: string } }) => person,
    );
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(inactive()));
    expect(new Set(listed.map(({ status }: { status: string }) => status))).toEqual(new Set(['Deactivated']));
  });

  it('is no member, and no manager', async () => {
    expect((await training('GET', `/People/${people.former}`)).body).toMatchObject({
      isActive: false,
      kind: 'nonMember',
    });
    expect((await training('GET', `/People/${people.present}`)).body).toMatchObject({
      isActive: true,
      kind: 'member',
    });
    const refused = await training('PUT', `/People/${people.present}/Manager`, { managerId: people.later });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ code: 'NOT_ALLOWED', target: 'managerId' }]);
  });

  it('is active again when reactivated: dates that say otherwise are removed, others stay', async () => {
    for (const [id, dates] of [
      [people.former, { activeFrom: null, activeTo: null }],
      [people.later, { activeFrom: null, activeTo: null }],
      [people.present, { activeFrom: '2020-01-31', activeTo: '2999-01-01' }],
    ] as const) {
      await send('POST', `/people/${id}/Deactivate`, {});
      expect((await send('GET', `/people/${id}`)).body.isActive).toBe(false);
      const { status, body, text } = await send('POST', `/people/${id}/Reactivate`, {});
      expect(status, text).toBe(200);
      expect(body).toMatchObject({ ...dates, isActive: true });
    }
  });
});

describe('dates in the wrong order', () => {
  it('are refused, also when only one of them is sent', async () => {
    const message = 'activeTo is 2024-01-01, before activeFrom, 2024-06-01; it must be that day or later.';
    const both = await send('POST', '/people', {
      lastName: 'Quillon',
      activeFrom: '2024-06-01',
      activeTo: '2024-01-01',
    });
    const id = await create({ activeFrom: '2024-06-01' });
    const one = await send('PATCH', `/people/${id}`, { activeTo: '2024-01-01' });
    for (const { status, body } of [both, one]) {
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject([{ message, field: 'activeTo' }]);
    }
  });
});
