// Writing many people in one request, and undoing it (docs/interface/crm.md#batches).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { moveClock } from '../../harness/move-clock.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = token,
) => platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body, headers });
const batch = async (body: object, headers: Record<string, string> = {}, query = '') => {
  const reply = await send('POST', `Batches/People${query}`, body, headers);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const upsert = (rows: readonly object[], headers?: Record<string, string>) =>
  batch({ operation: 'upsert', key: 'email', rows }, headers);
const getPerson = async (id: string) => (await send('GET', `people/${id}`)).body;
const findByEmail = async (email: string) =>
  (await send('POST', `people/SearchPeopleList/${encodeURIComponent(email)}`)).body.data;
const undo = async (id: string) => (await send('POST', `Batches/${id}/Undo`)).body;
const statuses = ({ results }: { readonly results: readonly { readonly status: string }[] }) =>
  results.map(({ status }) => status);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
});
afterAll(() => platform.stop());

describe('a batch of people', () => {
  it('writes rows that name one person by two addresses one after the other', async () => {
    const emails = ['both-a@batch.example', 'both-b@batch.example'];
    const created = await upsert([
      { email: emails[0], lastName: 'Both', emails: emails.map((value) => ({ value })) },
    ]);
    expect(created).toMatchObject({ created: 1 });
    const changed = await upsert([
      { email: emails[0], title: 'Clerk' },
      { email: emails[1], suffix: 'Jr.' },
      { email: 'both-c@batch.example', lastName: 'Other' },
    ]);
    expect(statuses(changed)).toEqual(['Updated', 'Updated', 'Created']);
    expect(changed.results[1].id).toBe(changed.results[0].id);
    expect(await getPerson(changed.results[0].id)).toMatchObject({ title: 'Clerk', suffix: 'Jr.' });
  });

  it('creates, updates, leaves unchanged and deactivates, with a result per row', async () => {
    const row = { email: 'a@batch.example', lastName: 'Batcher', addresses: [{ city: 'Rivertown' }] };
    const first = await upsert([row, { ...row, email: 'A@Batch.example' }]);
    expect(first).toMatchObject({ created: 1, unchanged: 1 });
    const [{ id }] = first.results;
    expect(first.results[1].id).toBe(id);
    const changed = await batch({ operation: 'update', rows: [{ id, title: 'Clerk' }] });
    expect(statuses(changed)).toEqual(['Updated']);
    expect(await getPerson(id)).toMatchObject({ title: 'Clerk', lastName: 'Batcher' });
    expect(statuses(await batch({ operation: 'deactivate', rows: [{ id }, { id }] }))).toEqual([
      'Deactivated',
      'Unchanged',
    ]);
    expect((await send('GET', `Batches/${first.batchId}`)).body).toMatchObject({
      batchId: first.batchId,
      rowCount: 2,
      results: first.results,
    });
  });

  it('refuses only the rows that are wrong, and names row, field and value', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { results } = await batch({
      operation: 'update',
      rows: [
        { id: unknown, title: 'X' },
        { title: 'Y' },
        { id: 'seven', organizationId: unknown },
        { id: unknown, emails: [{ value: 'nobody' }] },
      ],
    });
    expect(results).toMatchObject([
      { status: 'Refused', faults: [{ target: 'rows[0].id', value: unknown, code: 'UNKNOWN_VALUE' }] },
      { status: 'Refused', faults: [{ target: 'rows[1].id', code: 'REQUIRED_FIELD' }] },
      { status: 'Refused', faults: [{ target: 'rows[2].id', value: 'seven' }] },
      { status: 'Refused', faults: [{ target: 'rows[3].emails[0].value', value: 'nobody' }] },
    ]);
  });

  it('refuses an email that several people have, and keeps the main address of who has it as another one', async () => {
    for (const firstName of ['One', 'Two'])
      await send('POST', 'people', { firstName, lastName: 'Family', email: 'family@batch.example' });
    const shared = await upsert([{ email: 'family@batch.example', title: 'Clerk' }]);
    expect(shared.results[0].faults[0].message).toContain('2 people have the email');
    await send('POST', 'people', {
      lastName: 'Second',
      email: 'main@batch.example',
      secondaryEmail: 'second@batch.example',
    });
    const { results } = await upsert([{ email: 'second@batch.example', title: 'Clerk' }]);
    expect(await getPerson(results[0].id)).toMatchObject({ email: 'main@batch.example', title: 'Clerk' });
  });

  it('does not find people by email for callers who see none', async () => {
    const tenant = tenantKey(platform.store('demo'));
    await commit([update(tenant, { set: { emailsVisibleTo: 'permission' } })]);
    const blind = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.write'] });
    const body = { operation: 'upsert', key: 'email', rows: [{ email: 'x@batch.example' }] };
    expect((await send('POST', 'Batches/People', body, {}, blind)).status).toBe(403);
  });

  it('writes nothing with validateOnly, and tells what it would do', async () => {
    const body = { operation: 'upsert', key: 'email', rows: [{ email: 'dry@batch.example' }] };
    expect(await batch(body, {}, '?validateOnly=true')).toMatchObject({
      batchId: null,
      results: [{ status: 'Created', id: null }],
    });
    expect(await findByEmail('dry@batch.example')).toEqual([]);
  });

  it('creates nobody twice when two batches at once upsert the same people', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({
      email: `race${index}@batch.example`,
      lastName: 'Race',
    }));
    await Promise.all([
      upsert(rows.map((row) => ({ ...row, title: 'Clerk' }))),
      upsert(rows.map((row) => ({ ...row, department: 'Finance' }))),
    ]);
    for (const { email } of rows)
      expect(await findByEmail(email)).toMatchObject([{ title: 'Clerk', department: 'Finance' }]);
  });

  it('repeated with its Idempotency-Key is the same batch, and another body is refused', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const rows = [{ email: 'again@batch.example', lastName: 'Again' }];
    const first = await upsert(rows, key);
    expect(await upsert(rows, key)).toEqual(first);
    const other = { operation: 'upsert', key: 'email', rows: [{ email: 'other@batch.example' }] };
    expect((await send('POST', 'Batches/People', other, key)).status).toBe(422);
  });
});

describe('undoing a batch', () => {
  it('restores former content, deactivates who was new, and names who was changed since', async () => {
    const start = await upsert(
      ['u0', 'u1'].map((name) => ({ email: `${name}@batch.example`, lastName: name, title: 'Old' })),
    );
    const [kept, touched] = start.results.map(({ id }: { id: string }) => id);
    const next = await upsert([
      { email: 'u0@batch.example', title: 'New' },
      { email: 'u1@batch.example', title: 'New' },
      { email: 'u2@batch.example', lastName: 'u2' },
      { email: 'u0@batch.example', title: 'Newer' },
    ]);
    await send('PATCH', `people/${touched}`, { department: 'Finance' });
    const undone = await undo(next.batchId);
    expect(undone).toMatchObject({ undone: 3, notUndone: 1 });
    expect(statuses(undone)).toEqual(['Undone', 'NotUndone', 'Undone', 'Undone']);
    expect(undone.results[1].message).toContain('changed since');
    expect(await getPerson(kept)).toMatchObject({ title: 'Old' });
    expect(await getPerson(touched)).toMatchObject({ title: 'New', department: 'Finance' });
    expect(await getPerson(next.results[2].id)).toMatchObject({ isActive: false });
    expect(await undo(next.batchId)).toMatchObject({ undone: 3, notUndone: 1 });
    expect((await send('GET', `Batches/${next.batchId}`)).body.undo).toEqual(undone.results);
  });

  it('is refused after 7 days, and possible on the last of them', async () => {
    const { batchId } = await upsert([{ email: 'overdue@batch.example', lastName: 'Overdue' }]);
    const tenant = platform.store('demo');
    await moveClock(tenant, 7 * 86_400);
    const refused = await send('POST', `Batches/${batchId}/Undo`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('could be undone until')]);
    await moveClock(tenant, 7 * 86_400 - 3600);
    expect(await undo(batchId)).toMatchObject({ undone: 1, notUndone: 0 });
    await moveClock(tenant, 0);
  });

  it('of an unknown batch is 404', async () => {
    expect((await send('POST', `Batches/${randomUUID()}/Undo`)).status).toBe(404);
  });
});
