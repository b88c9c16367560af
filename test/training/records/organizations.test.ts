// Organizations in the Training API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantStore } from '../../../shared/data/store.ts';
import { listOrganizationPersonIds } from '../../../shared/directory/organizations/organization-entries.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let store: TenantStore;
let token: string;
const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const unknownId = '00000000-0000-4000-8000-000000000000';
const organization = (key: string) => `/${demoId('organization', key)}`;

beforeAll(async () => {
  platform = await startPlatform();
  store = platform.store('demo');
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.people.read', 'training.people.write'],
  });
});
afterAll(() => platform.stop());

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1/Organizations${path}`, { tenant: 'demo', token, ...options });
const names = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);

describe('organizations', () => {
  it('are listed by name in both directions, with the exact total', async () => {
    const { body, headers } = await call('GET', '/List?pageSize=2');
    expect(names(body)).toEqual(['Alder County', 'Alder County Road Department']);
    expect(headers.get('x-total-count')).toBe('7');
    expect(names((await call('GET', '/List?pageSize=1&sortDirection=desc')).body)).toEqual([
      'Yarrow Water District',
    ]);
  });

  it('are presented with parent, children, manager and training totals', async () => {
    const { body } = await call('GET', organization('alder'));
    expect(body).toMatchObject({
      name: 'Alder County',
      type: 'County',
      parentName: 'Cascadia Association of Counties',
      manager: { id: demoId('person', 'farah'), of: 'organization' },
      people: 2,
      below: [{ name: 'Alder County Road Department' }],
    });
    expect(body.training.credits).toBeGreaterThanOrEqual(0);
    expect((await call('GET', `/${unknownId}`)).status).toBe(404);
    expect((await call('GET', `/${unknownId}/People`)).status).toBe(404);
  });

  it('list their people by name while people are added, moved and renamed', async () => {
    const road = organization('alder-roads');
    const namesOfRoad = async () => names((await call('GET', `${road}/People`)).body);
    expect(await namesOfRoad()).toEqual(['Hiro Tanaka', 'Grace Whitehorse']);
    expect(names((await call('GET', `${road}/People?sortDirection=desc&pageSize=1`)).body)).toEqual([
      'Grace Whitehorse',
    ]);
    const id = demoId('person', 'newcomer');
    const organizationId = demoId('organization', 'alder-roads');
    const now = new Date();
    const importPerson = (content: Record<string, string>) =>
      upsert(store, people, [{ id, content: { firstName: 'Zoë', ...content } }], { now });
    await importPerson({ lastName: 'Abel', organizationId });
    expect(await namesOfRoad()).toEqual(['Zoë Abel', 'Hiro Tanaka', 'Grace Whitehorse']);
    await importPerson({ lastName: 'Young', organizationId });
    expect(await namesOfRoad()).toEqual(['Hiro Tanaka', 'Grace Whitehorse', 'Zoë Young']);
    await importPerson({ lastName: 'Young', organizationId: demoId('organization', 'birch') });
    expect(await namesOfRoad()).toEqual(['Hiro Tanaka', 'Grace Whitehorse']);
    expect(await listOrganizationPersonIds(store, demoId('organization', 'birch'))).toContain(id);
  });

  it('have no training totals when too many people belong to them', async () => {
    const organizationId = demoId('organization', 'birch-clerk');
    const many = Array.from({ length: 51 }, (_, index) => ({
      id: demoId('person', `clerk ${index}`),
      content: { firstName: 'Clerk', lastName: `No ${index}`, organizationId },
    }));
    expect((await call('GET', organization('birch-clerk'))).body.training).toBeDefined();
    await upsert(store, people, many, { now: new Date() });
    const { body, readUnits } = await call('GET', organization('birch-clerk'));
    expect(body.people).toBe(53);
    expect(body.training).toBeUndefined();
    expect(readUnits).toBeLessThan(12);
  });

  it('can be given a manager and lose it; without its own manager, an organization has that of the one above', async () => {
    const own = `${organization('birch')}/Manager`;
    const managerId = demoId('person', 'jonas');
    expect((await call('GET', own)).body).toMatchObject({ manager: { id: demoId('person', 'ada') } });
    const { body } = await call('PUT', own, { body: { managerId } });
    expect(body).toMatchObject({ managerId, manager: { id: managerId, organizationName: 'Birch County' } });
    expect((await call('GET', own)).body).toEqual(body);
    const refused = await call('PUT', own, { body: { managerId: unknownId } });
    expect(refused.body.error.details).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'managerId' }]);
    expect((await call('DELETE', own)).status).toBe(204);
    expect((await call('GET', own)).body).toMatchObject({ manager: { id: demoId('person', 'ada') } });
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['training.people.read'] });
    expect((await call('DELETE', own, { token: reader })).status).toBe(403);
  });
});
