// Erasures that meet other requests (docs/interface/crm.md#erasure).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { scanTenant } from './person-everywhere.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.people.erase', 'crm.emails.read'],
  });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body });
const create = async (lastName: string): Promise<string> =>
  (await send('POST', '', { firstName: 'Ann', lastName })).body.id;
const runJob = (id: string) =>
  erasePeople({
    Records: [
      {
        eventName: 'INSERT',
        dynamodb: {
          Keys: { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: 'ERASURE' } },
          NewImage: { type: { S: 'person-erasure' } },
        },
      },
    ],
  });

describe('an erasure', () => {
  it('is done once when it is requested twice at a time', async () => {
    const id = await create('Twiceover');
    const replies = await Promise.all([send('POST', `/${id}/Erase`), send('POST', `/${id}/Erase`)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is not undone by changes that were sent at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await create(`Meanwhile${round}`);
      const replies = await Promise.all([
        send('PATCH', `/${id}`, { title: 'Clerk' }),
        send('POST', `/${id}/Erase`),
        send('PATCH', `/${id}`, { tags: ['Board'] }),
      ]);
      expect(replies[1]?.status).toBe(200);
      await runJob(id);
      const left = (await scanTenant()).filter((item) =>
        JSON.stringify(item).toLowerCase().includes('meanwhile'),
      );
      expect(left.filter(({ sk }) => sk !== 'ERASURE')).toEqual([]);
    }
  });

  it('also erases what a request wrote that had read the person before', async () => {
    const [id, other] = [await create('Latecomer'), await create('Manager')];
    await send('POST', `/${id}/Erase`);
    await runJob(id);
    const tenant = platform.store('demo');
    const late = { type: 'manager', id, of: 'person', managerId: other, version: 1, schemaVersion: 1 };
    const key = tenant.key<object>(`MANAGER#PERSON#${id}`, 'MANAGER');
    await commit([put(key, late)]);
    await sweepErasures(undefined, undefined, new Date());
    expect((await send('GET', `/${id}/Erasure`)).body.status).toBe('Running');
    await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
    expect(await tenant.get(key)).toBeUndefined();
    const report = (await send('GET', `/${id}/Erasure`)).body;
    expect(report.status).toBe('Done');
    expect(report.erased).toContainEqual(expect.objectContaining({ type: 'manager', removed: 1 }));
  });

  it('keeps what the person is found by only until it is done', async () => {
    const id = await create('Forgotten');
    await send('POST', `/${id}/Erase`);
    await runJob(id);
    await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
    const items = (await scanTenant()).filter(({ pk }) => pk === `T#demo#PERSON#${id}`);
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('open');
    expect(items[0]).not.toHaveProperty('gsi1pk');
  });
});
