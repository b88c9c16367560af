// Batches that name people by ids of other systems or by a custom field, and batches that are interrupted
// (docs/interface/crm.md#batches).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase, type UnreliableDatabase } from '../../harness/unreliable-database.ts';

let platform: TestPlatform;
let database: UnreliableDatabase;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });
const upsert = async (key: object, rows: readonly object[]) => {
  const reply = await send('POST', 'Batches/People', { operation: 'upsert', ...key, rows });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const create = async (path: string, body: object): Promise<string> => {
  const reply = await send('POST', path, body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
};
const findByEmail = async (email: string): Promise<{ readonly id: string }[]> =>
  (await send('POST', `people/SearchPeopleList/${encodeURIComponent(email)}`)).body.data;
const statuses = ({ results }: { readonly results: readonly { readonly status: string }[] }) =>
  results.map(({ status }) => status);

beforeAll(async () => {
  platform = await startPlatform();
  database = await startUnreliableDatabase();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.settings.write'],
  });
});
afterAll(async () => {
  await database.stop();
  await platform.stop();
});

describe('a batch with the key externalId', () => {
  const key = { key: 'externalId', keyName: 'members' };

  it('finds people however they were created, creates the others with the id, and finds both again', async () => {
    const known = await create('people', {
      lastName: 'Known',
      externalIds: [
        { scheme: 'members', identifier: 'M-1' },
        { scheme: 'other', identifier: 'M-2' },
      ],
    });
    const rows = [
      { keyValue: 'M-1', title: 'Clerk' },
      { keyValue: 'M-2', lastName: 'New', title: 'Clerk' },
      { keyValue: 'M-2', department: 'Finance' },
    ];
    const first = await upsert(key, rows);
    expect(statuses(first)).toEqual(['Updated', 'Created', 'Updated']);
    expect(first.results[0].id).toBe(known);
    expect((await send('GET', `people/${first.results[1].id}`)).body).toMatchObject({
      ...{ title: 'Clerk', department: 'Finance' },
      externalIds: [{ scheme: 'members', identifier: 'M-2' }],
    });
    expect(statuses(await upsert(key, rows))).toEqual(['Unchanged', 'Unchanged', 'Unchanged']);
    expect((await send('GET', `Batches/${first.batchId}`)).body).toMatchObject(key);
  });

  it('refuses an id that several people have, and a row without one', async () => {
    const twin = { lastName: 'Twin', externalIds: [{ scheme: 'members', identifier: 'M-9' }] };
    const ids = [await create('people', twin), await create('people', twin)];
    const { results } = await upsert(key, [{ keyValue: 'M-9', title: 'Clerk' }, { title: 'Clerk' }]);
    expect(results).toMatchObject([
      { status: 'Refused', faults: [{ target: 'rows[0].keyValue', value: 'M-9' }] },
      { status: 'Refused', faults: [{ target: 'rows[1].keyValue', code: 'REQUIRED_FIELD' }] },
    ]);
    for (const id of ids) expect(results[0].faults[0].message).toContain(id);
  });

  it('creates nobody twice when two batches at once upsert the same ids', async () => {
    const rows = ['R-1', 'R-2', 'R-3', 'R-4'].map((keyValue) => ({ keyValue, lastName: 'Racer' }));
    const [a, b] = await Promise.all([
      upsert(
        key,
        rows.map((row) => ({ ...row, title: 'Clerk' })),
      ),
      upsert(
        key,
        rows.map((row) => ({ ...row, department: 'Finance' })),
      ),
    ]);
    const ids = ({ results }: { readonly results: readonly { readonly id: string }[] }) =>
      results.map(({ id }) => id);
    expect(ids(a)).toEqual(ids(b));
    expect(a.created + b.created).toBe(rows.length);
  });

  it('keeps the claims of its values apart from those of other keys', async () => {
    const rows = [{ keyValue: 'same@batch.example', lastName: 'Same' }];
    const [one, two] = [await upsert(key, rows), await upsert({ ...key, keyName: 'elsewhere' }, rows)];
    expect([one.created, two.created]).toEqual([1, 1]);
  });
});

describe('a batch with the key customField', () => {
  it('finds people by a text field in any case, and refuses fields that are no key', async () => {
    const field = { tab: 'Main', tabGroup: 'Keys', sequence: 1, isRequired: false };
    const keyName = await create('Settings/CustomFields/people', {
      ...field,
      name: 'Key number',
      controlTypeId: 0,
    });
    const day = await create('Settings/CustomFields/people', { ...field, name: 'Key day', controlTypeId: 1 });
    const known = await create('people', {
      lastName: 'Fielded',
      customFields: [{ fieldId: keyName, value: 'Ab-7' }],
    });
    const key = { key: 'customField', keyName };
    const rows = [
      { keyValue: 'AB-7', title: 'Clerk' },
      { keyValue: 'AB-8', lastName: 'New' },
    ];
    const first = await upsert(key, rows);
    expect(statuses(first)).toEqual(['Updated', 'Created']);
    expect(first.results[0].id).toBe(known);
    expect(statuses(await upsert(key, rows))).toEqual(['Unchanged', 'Unchanged']);
    const refused = [
      { key: 'customField', keyName: day },
      { key: 'customField', keyName: randomUUID() },
    ];
    for (const each of [...refused, { key: 'externalId' }, { key: 'email', keyName: 'x' }]) {
      const reply = await send('POST', 'Batches/People', { operation: 'upsert', ...each, rows });
      expect(reply.status).toBe(400);
      expect(reply.body.error.details).toMatchObject([{ field: 'keyName' }]);
    }
  });
});

// Five rows are written at a time. The commit of the seventh fails, or only its answer is lost; then the database is gone.
it.each(['broken', 'done and cut'] as const)(
  'a batch that is interrupted (%s) continues with its Idempotency-Key where it stopped',
  async (fault) => {
    const name = fault.replaceAll(' ', '-');
    const emails = Array.from({ length: 12 }, (_, index) => `${name}-${index}@cut.example`);
    const body = {
      ...{ operation: 'upsert', key: 'email' },
      rows: emails.map((email) => ({ email, lastName: 'Cut' })),
    };
    const headers = { 'Idempotency-Key': randomUUID() };
    let isGone = false;
    database.chooseFault = ({ operation, body: sent }) => {
      if (isGone) return 'broken';
      isGone = operation === 'TransactWriteItems' && sent.includes(`${name}-6@cut.example`);
      return isGone ? fault : undefined;
    };
    const cut = await send('POST', 'Batches/People', body, headers);
    database.reset();
    expect(cut.body).toMatchObject({ created: 5, pending: 7 });
    const before = await Promise.all(emails.map(findByEmail));
    const written = before.filter((found) => found.length > 0).length;
    expect(written).toBe(fault === 'broken' ? 5 : 10);

    const repeated = await send('POST', 'Batches/People', body, headers);
    expect(repeated.status, repeated.text).toBe(200);
    expect(repeated.body).toMatchObject({ created: 12, updated: 0, refused: 0 });
    for (const [index, found] of before.slice(0, written).entries())
      expect(repeated.body.results[index].id).toBe(found[0]?.id);
    for (const email of emails) expect(await findByEmail(email)).toHaveLength(1);
    expect((await send('GET', `Batches/${repeated.body.batchId}`)).body.results).toEqual(
      repeated.body.results,
    );
  },
);
