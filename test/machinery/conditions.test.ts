// Conditional requests, dry runs and contention (RFC 9110 8.8, 13.1; docs/interface/requests.md#conditional-requests).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseRequest, observeRequests } from '../../shared/data/client.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { type Fixture, type RequestOptions, startFixture } from './fixture.ts';
import { getErrorCode } from './read-failure.ts';

let fixture: Fixture;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());

const path = '/api/v1/Records';
const withToken = (sent: RequestOptions = {}): RequestOptions => ({ tenant: 'alder', token, ...sent });
const draft = (name: string, count = 0) => ({ name, kind: 'small', count });
let names = 0;

async function createRecord(area: Area): Promise<string> {
  names += 1;
  const reply = await fixture.call('POST', area, path, withToken({ body: draft(`Name ${names} ${area}`) }));
  return `${path}/${reply.body.id}`;
}

describe.each(areaNames)('area %s', (area) => {
  const read = (where: string, headers = {}) => fixture.call('GET', area, where, withToken({ headers }));
  const replace = (where: string, headers: Record<string, string>, count = 1) =>
    fixture.call('PUT', area, where, withToken({ headers, body: draft('Replaced', count) }));

  it('changes the version that If-Match names, and refuses any other with 412 (RFC 9110 13.1.1)', async () => {
    const where = await createRecord(area);
    expect((await read(where)).headers.get('etag')).toBe('"1"');
    const changed = await replace(where, { 'If-Match': '"7", "1"' });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"']);
    for (const stale of ['"1"', '"3"', 'W/"2"', '2', 'garbage', '"2', '"-1"', '"99999999999999999999"']) {
      const reply = await replace(where, { 'If-Match': stale });
      expect([reply.status, getErrorCode(area, reply)], stale).toEqual([412, 'PRECONDITION_FAILED']);
      expect(
        (await fixture.call('DELETE', area, where, withToken({ headers: { 'If-Match': stale } }))).status,
      ).toBe(412);
    }
    expect((await replace(where, { 'If-Match': '*' })).headers.get('etag')).toBe('"3"');
    expect((await replace(where, {})).headers.get('etag')).toBe('"4"');
    expect(
      (await fixture.call('DELETE', area, where, withToken({ headers: { 'If-Match': '"4"' } }))).status,
    ).toBe(204);
    expect((await read(where)).status).toBe(404);
  });

  it('lets exactly one of several writers with the same If-Match win: no update is lost', async () => {
    const where = await createRecord(area);
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((count) => replace(where, { 'If-Match': '"1"' }, count)),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(4);
    expect((await read(where)).body).toEqual(won[0]?.body);
  });

  it('answers 304 without a body when the caller has the current representation (RFC 9110 13.1.2)', async () => {
    const where = await createRecord(area);
    for (const held of ['"1"', 'W/"1"', '"0", "1"', '"0",W/"1" , "2"', '*']) {
      const reply = await read(where, { 'If-None-Match': held });
      expect([reply.status, reply.text, reply.headers.get('etag')], held).toEqual([304, '', '"1"']);
    }
    for (const other of ['"2"', '1', 'garbage', ''])
      expect((await read(where, { 'If-None-Match': other })).status, other).toBe(200);
    const list = await read(path);
    expect(list.headers.get('cache-control')).toBe('private, no-cache');
    const tag = list.headers.get('etag') ?? '';
    expect((await read(path, { 'If-None-Match': tag })).status).toBe(304);
    expect((await read(`${path}?pageSize=3`, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('accepts only true and false for validateOnly: any other value writes nothing', async () => {
    const where = await createRecord(area);
    for (const value of ['1', 'yes', 'maybe', 'truee']) {
      const reply = await fixture.call(
        'PUT',
        area,
        `${where}?validateOnly=${value}`,
        withToken({ body: draft('Must not be') }),
      );
      expect([reply.status, getErrorCode(area, reply)], value).toEqual([400, 'VALIDATION_ERROR']);
    }
    expect((await read(where)).headers.get('etag')).toBe('"1"');
  });

  it('writes nothing in a dry run, and answers 204 when the request would have succeeded', async () => {
    const where = await createRecord(area);
    const sent: DatabaseRequest[] = [];
    const stop = observeRequests((request) => sent.push(request));
    const tries = [
      await fixture.call(
        'POST',
        area,
        `${path}?validateOnly=true`,
        withToken({ body: draft(`Dry ${area}`), headers: { 'Idempotency-Key': 'dry' } }),
      ),
      await fixture.call(
        'PUT',
        area,
        `${where}?VALIDATEONLY=TRUE`,
        withToken({ body: draft('Dry'), headers: { 'If-Match': '"1"' } }),
      ),
      await fixture.call('DELETE', area, `${where}?validateOnly=true`, withToken()),
    ];
    stop();
    for (const reply of tries)
      expect([reply.status, reply.headers.get('x-validate-only'), reply.text]).toEqual([204, 'true', '']);
    const wrote = sent.filter(
      ({ operation }) => !['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'].includes(operation),
    );
    // Area D counts every request, including dry runs.
    const counted = wrote.filter(({ input }) =>
      /#REQUESTS#billtracking(-token)?#/.test(JSON.stringify(input)),
    );
    expect(counted).toHaveLength(area === 'billtracking' ? 3 : 0);
    expect(wrote).toEqual(counted);
    const actions = sent.flatMap(({ input }) => (input.TransactItems as object[] | undefined) ?? []);
    expect(new Set(actions.flatMap(Object.keys))).toEqual(new Set(['ConditionCheck']));
    expect((await read(where)).headers.get('etag')).toBe('"1"');
    expect(
      (
        await fixture.call(
          'POST',
          area,
          path,
          withToken({ body: draft(`Dry ${area}`), headers: { 'Idempotency-Key': 'dry' } }),
        )
      ).status,
    ).toBe(201);
  });

  it('refuses a dry run in the same way as the real request', async () => {
    const where = await createRecord(area);
    const { name } = (await read(where)).body;
    const dry = (method: string, address: string, sent: RequestOptions) =>
      fixture.call(method, area, `${address}?validateOnly=true`, withToken(sent));
    expect((await dry('POST', path, { body: {} })).status).toBe(400);
    expect((await dry('POST', path, { body: draft(name) })).status).toBe(409);
    expect((await dry('PUT', where, { body: draft('x'), headers: { 'If-Match': '"9"' } })).status).toBe(412);
    expect((await dry('DELETE', `${path}/nothing`, {})).status).toBe(404);
    const reader = await fixture.token({ permissions: ['crm.people.read'] });
    expect((await dry('DELETE', where, { token: reader })).status).toBe(403);
  });

  it('retries when its reads were stale: thirty concurrent increments are all counted', async () => {
    const where = await createRecord(area);
    const replies = await Promise.all(
      Array.from({ length: 30 }, async () => {
        for (;;) {
          const reply = await fixture.call('POST', area, `${where}/Increment`, withToken());
          // A caller that gets SERVICE_BUSY sends the request again (docs/interface/errors.md#retrying: retry on 5xx).
          if (reply.status !== 503) return reply;
        }
      }),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(replies.map(({ body }) => body.count)).size).toBe(30);
    expect((await read(where)).body.count).toBe(30);
  });

  it('does not lose an increment to a dry run that meets contention', async () => {
    const where = await createRecord(area);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        fixture.call('POST', area, `${where}/Increment${index % 2 ? '?validateOnly=true' : ''}`, withToken()),
      ),
    );
    expect(replies.every(({ status }) => [200, 204, 503].includes(status))).toBe(true);
    expect((await read(where)).body.count).toBe(replies.filter(({ status }) => status === 200).length);
  });
});
