// Idempotency-Key: the first reply is repeated, nothing is done twice, and no caller gets another caller's reply
// (docs/interface/requests.md#repeated-requests; draft-ietf-httpapi-idempotency-key-header).
import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, DynamoDBClient, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Area, areaNames } from '../../../shared/http/areas.ts';
import { type Fixture, type RequestOptions, startFixture } from '../fixture.ts';
import { getErrorCode, getErrorDetails } from '../read-failure.ts';

let fixture: Fixture;
let token: string;
let database: DynamoDBClient;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
  database = new DynamoDBClient();
});
afterAll(async () => {
  database.destroy();
  await fixture.stop();
});

const path = '/api/v1/Records';
const draft = (name: string) => ({ name, kind: 'small' });
const createRecord = (area: Area, key: string, body: unknown, sent: RequestOptions = {}) =>
  fixture.call('POST', area, path, {
    tenant: 'alder',
    token,
    body,
    headers: { 'Idempotency-Key': key },
    ...sent,
  });

/** The items of the table whose partition key contains this. */
async function listItems(part: string) {
  const { Items = [] } = await database.send(
    new ScanCommand({
      TableName: process.env.TABLE_NAME,
      FilterExpression: 'contains(pk, :part)',
      ExpressionAttributeValues: { ':part': { S: part } },
      ConsistentRead: true,
    }),
  );
  return Items;
}

describe.each(areaNames)('area %s', (area) => {
  it('repeats the first reply, marks it as repeated, and does nothing twice', async () => {
    const [key, name] = [randomUUID(), `Once ${area}`];
    const first = await createRecord(area, key, draft(name));
    const again = await createRecord(area, key, draft(name));
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    for (const header of ['location', 'etag', 'content-type'])
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await listItems(`RECORDNAME#${name}`)).toHaveLength(1);
  });

  it('lets one of twenty concurrent requests do the work and gives all of them the same reply', async () => {
    const [key, name] = [randomUUID(), `Twenty ${area}`];
    const replies = await Promise.all(Array.from({ length: 20 }, () => createRecord(area, key, draft(name))));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  });

  it('refuses another body, query or path parameter under the same key with 422', async () => {
    const key = randomUUID();
    const record = await createRecord(area, randomUUID(), draft(`Two a ${area}`));
    await createRecord(area, key, draft(`Two b ${area}`));
    const other = await createRecord(area, key, draft(`Two c ${area}`));
    expect([other.status, getErrorCode(area, other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const headers = { 'Idempotency-Key': key };
    const withQuery = await fixture.call('POST', area, `${path}?x=1`, {
      tenant: 'alder',
      token,
      body: draft(`Two b ${area}`),
      headers,
    });
    expect(withQuery.status).toBe(422);
    const step = `${path}/${record.body.id}/Increment`;
    expect((await fixture.call('POST', area, step, { tenant: 'alder', token, headers })).status).toBe(200);
    const shouted = `${path}/${record.body.id.toUpperCase()}/increment`;
    expect((await fixture.call('POST', area, shouted, { tenant: 'alder', token, headers })).status).toBe(422);
  });

  it('stores no refusal: the key may be used again after the request is fixed', async () => {
    const [key, name] = [randomUUID(), `Corrected ${area}`];
    await createRecord(area, randomUUID(), draft(name));
    const taken = await createRecord(area, key, draft(name));
    expect([taken.status, getErrorCode(area, taken)]).toEqual([409, 'ALREADY_EXISTS']);
    expect((await createRecord(area, key, {})).status).toBe(400);
    expect((await createRecord(area, key, draft(`${name} 2`))).status).toBe(201);
  });

  it.each([['a b'], ['ü'], ['x'.repeat(256)]])('refuses the key %s with 400', async (key) => {
    const reply = await createRecord(area, key, draft('Never'));
    expect([reply.status, getErrorCode(area, reply)]).toEqual([400, 'VALIDATION_ERROR']);
    expect(getErrorDetails(area, reply)).toMatchObject([
      { code: 'INVALID_FORMAT', target: 'Idempotency-Key' },
    ]);
  });

  it('separates callers, tenants and operations', async () => {
    const [key, name] = [randomUUID(), `Apart ${area}`];
    const first = await createRecord(area, key, draft(name));
    const another = await fixture.token();
    const secondCaller = await createRecord(area, key, draft(name), { token: another });
    expect([secondCaller.status, getErrorCode(area, secondCaller)]).toEqual([409, 'ALREADY_EXISTS']);
    const elsewhere = await fixture.token({ tenant: 'birch' });
    const secondTenant = await createRecord(area, key, draft(name), { tenant: 'birch', token: elsewhere });
    expect(secondTenant.status).toBe(201);
    expect(secondTenant.body.id).not.toBe(first.body.id);
  });

  it('stores the reply encrypted: anyone who reads the table learns nothing about it', async () => {
    const [key, name] = [randomUUID(), `Sealed ${area}`];
    const before = new Set((await listItems('#IDEMPOTENCY#')).map(({ pk }) => pk?.S));
    const reply = await createRecord(area, key, draft(name));
    const stored = (await listItems('#IDEMPOTENCY#')).filter(({ pk }) => !before.has(pk?.S));
    expect(stored).toHaveLength(1);
    expect(Object.keys(stored[0] ?? {}).sort()).toEqual(['asked', 'pk', 'sealed', 'sk', 'ttl', 'type']);
    for (const clear of [name, reply.body.id, key]) expect(JSON.stringify(stored)).not.toContain(clear);
    expect(Number(stored[0]?.ttl?.N) - Date.now() / 1000).toBeGreaterThan(24 * 3600 - 60);
  });

  it('ignores a stored reply after a day, even while its item still exists', async () => {
    const [key, name] = [randomUUID(), `Expired ${area}`];
    const before = new Set((await listItems('#IDEMPOTENCY#')).map(({ pk }) => pk?.S));
    await createRecord(area, key, draft(name));
    const stored = (await listItems('#IDEMPOTENCY#')).find(({ pk }) => !before.has(pk?.S));
    const place = {
      TableName: process.env.TABLE_NAME,
      Key: { pk: stored?.pk ?? { S: '' }, sk: stored?.sk ?? { S: '' } },
    };
    const past = { ':past': { N: String(Math.floor(Date.now() / 1000) - 1) } };
    await database.send(
      new UpdateItemCommand({
        ...place,
        UpdateExpression: 'SET #ttl = :past',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: past,
      }),
    );
    const fresh = await createRecord(area, key, draft(`${name} 2`));
    expect([fresh.status, fresh.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect((await createRecord(area, key, draft(`${name} 2`))).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    await database.send(new DeleteItemCommand(place));
  });

  it('does not apply to an operation that only reads: such a POST runs each time', async () => {
    const headers = { 'Idempotency-Key': 'search-1' };
    for (const text of ['a', 'b']) {
      const reply = await fixture.call('POST', area, `${path}/Search`, {
        tenant: 'alder',
        token,
        headers,
        body: { text },
      });
      expect([reply.body.text, reply.headers.get('idempotent-replayed')]).toEqual([text, null]);
    }
  });
});
