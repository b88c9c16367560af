// Reading, changing and deleting an award over HTTP (docs/interface/training.md#awards;
// docs/interface/requests.md#partial-updates).
import { describe, expect, it } from 'vitest';
import { commit, update } from '../../../shared/data/changes.ts';
import type { Key } from '../../../shared/data/store.ts';
import { toNames, unknownId, useAwards } from '../classes/use-awards.ts';

const { call, create, getPlatform, list } = useAwards();

/** Changes the number of active registrations of an award, as the transaction of a registration does. */
const addActiveRegistrations = (id: string, by: number) => {
  const store = getPlatform().store('demo');
  return commit([update(store.key(`AWARD#${id}`, 'AWARD'), { add: { activeRegistrations: by } })]);
};

describe('GET and PUT /api/v1/Awards/{id}', () => {
  it('changes the given fields and leaves the others unchanged (no field is required)', async () => {
    const { body } = await create({ name: 'Before', description: 'Kept.', price: 10, skills: ['kept'] });
    const awardPath = `/api/v1/Awards/${body.id}`;
    const changed = await call('PUT', awardPath, { body: { name: 'Álter', price: 12.5, isActive: false } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...{ name: 'Álter', price: 12.5, isActive: false, description: 'Kept.', skills: ['kept'] },
      createdDate: body.createdDate,
    });
    expect((await call('GET', awardPath)).body).toEqual(changed.body);
    expect(toNames((await list()).body)[0]).toBe('Álter');
    expect(toNames((await list('?sortBy=modifiedDate&sortDirection=desc')).body)[0]).toBe('Álter');
    expect((await call('PUT', awardPath, { body: {} })).status).toBe(200);
    const self = { prerequisites: [{ type: 'Award', id: body.id }] };
    expect((await call('PUT', awardPath, { body: self })).body.error.details[0].code).toBe('NOT_ALLOWED');
    expect((await call('DELETE', awardPath)).status).toBe(204);
  });

  it('supports If-Match and If-None-Match (RFC 9110 13.1)', async () => {
    const { body } = await create({ name: 'Tagged' });
    const awardPath = `/api/v1/Awards/${body.id}`;
    const { headers } = await call('GET', awardPath);
    const tag = headers.get('etag') ?? '';
    expect((await call('GET', awardPath, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    const firstChange = await call('PUT', awardPath, { body: { price: 1 }, headers: { 'If-Match': tag } });
    expect(firstChange.status).toBe(200);
    for (const method of ['PUT', 'DELETE']) {
      const late = await call(method, awardPath, {
        headers: { 'If-Match': tag },
        ...(method === 'PUT' && { body: { price: 2 } }),
      });
      expect(late.status).toBe(412);
    }
    const last = { headers: { 'If-Match': firstChange.headers.get('etag') ?? '' } };
    expect((await call('DELETE', awardPath, last)).status).toBe(204);
  });

  it('loses no change when several are concurrent', async () => {
    const { body } = await create({ name: 'Contended' });
    const awardPath = `/api/v1/Awards/${body.id}`;
    const sent = [{ price: 5 }, { duration: '1 day' }, { tags: ['a'] }, { levelTypeId: null }];
    const replies = await Promise.all(sent.map((input) => call('PUT', awardPath, { body: input })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: after, headers } = await call('GET', awardPath);
    expect(after).toMatchObject({ price: 5, duration: '1 day', tags: ['a'] });
    expect(headers.get('etag')).toMatch(/^"5\./);
    expect((await call('DELETE', awardPath)).status).toBe(204);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    "%s returns 404 for an unknown id and for another tenant's",
    async (method) => {
      const body = method === 'PUT' ? { body: {} } : {};
      const harbors = await getPlatform().call('GET', 'training', '/api/v1/Awards/List', {
        tenant: 'harbor',
      });
      for (const id of [unknownId, harbors.body[0].id]) {
        const reply = await call(method, `/api/v1/Awards/${id}`, body);
        expect(reply.status).toBe(404);
        expect(reply.body.error.code).toBe('RESOURCE_NOT_FOUND');
      }
      expect((await call(method, '/api/v1/Awards/12', body)).status).toBe(400);
    },
  );
});

describe('DELETE /api/v1/Awards/{id}', () => {
  it('returns 409 while there are active registrations, and succeeds afterwards', async () => {
    const { body } = await create({ name: 'Registered' });
    const awardPath = `/api/v1/Awards/${body.id}`;
    await addActiveRegistrations(body.id, 2);
    const refused = await call('DELETE', awardPath);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('2 active'),
    });
    expect((await call('PUT', awardPath, { body: { price: 3 } })).status).toBe(200);
    expect((await call('DELETE', awardPath)).status).toBe(409);
    expect((await call('DELETE', `${awardPath}?validateOnly=true`)).status).toBe(409);
    await addActiveRegistrations(body.id, -2);
    const removed = await call('DELETE', awardPath);
    expect(removed.status).toBe(204);
    expect(removed.text).toBe('');
    expect((await call('GET', awardPath)).status).toBe(404);
    expect(toNames((await list()).body)).not.toContain('Registered');
    expect(toNames((await list('?sortBy=price')).body)).not.toContain('Registered');
  });

  it('and a concurrent registration never both succeed', async () => {
    const store = getPlatform().store('demo');
    for (let round = 0; round < 6; round += 1) {
      const { body } = await create({ name: `Raced ${round}` });
      const key: Key<unknown> = store.key(`AWARD#${body.id}`, 'AWARD');
      const register = commit([
        update(
          key,
          { add: { activeRegistrations: 1 } },
          { condition: { expression: 'attribute_exists(pk)' }, onConflict: 'retry' },
        ),
      ]).then(
        () => true,
        () => false,
      );
      const [removed, registered] = await Promise.all([
        call('DELETE', `/api/v1/Awards/${body.id}`),
        register,
      ]);
      expect([removed.status, registered]).toEqual(registered ? [409, true] : [204, false]);
    }
  });
});
