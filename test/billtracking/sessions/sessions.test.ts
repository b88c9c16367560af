// Sessions that a tenant adds or changes: ids, unique identifiers, changed built-in sessions
// (docs/interface/billtracking.md#sessions).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { handler as renameSessionBills } from '../../../functions/billtracking/jobs/rename-session-bills/handler.ts';
import { trigger as renameTrigger } from '../../../functions/billtracking/jobs/rename-session-bills/trigger.ts';
import { upsertSession } from '../../../shared/legislature/sessions/sessions.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { buildBill } from '../bills/bills-platform.ts';

let platform: TestPlatform;
const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'billtracking', `/api/1.0/${path}`, { tenant: 'demo', ...options });
const create = (body: object, headers: Record<string, string> = {}) =>
  call('POST', 'session', { body, headers });
const change = (id: number, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `session/${id}`, { body, headers });
const session = (identifier: string) => ({ stateId: 53, identifier, name: `${identifier} Session` });

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('POST /api/1.0/session', () => {
  it('gives consecutive ids after those of the demo, and Location is the URL of the session', async () => {
    const first = await create(session('2031-2032'));
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({ id: 10_003, ...session('2031-2032'), classification: 'primary' });
    const second = await create({ ...session('2027S1'), classification: 'special', startDate: '2027-07-01' });
    expect(second.body.data.id).toBe(10_004);
    const location = second.headers.get('location') ?? '';
    expect(location).toBe(`${platform.urls.billtracking}/api/1.0/session/10004`);
    expect((await call('GET', 'session/10004')).body.data).toEqual(second.body.data);
    const { body } = await call('GET', 'dropdown/sessions?stateId=53');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([10_004, 5302, 5301, 10_003]);
  });

  it('accepts each identifier of a state once, in any spelling, also for concurrent requests', async () => {
    const races = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create({ ...session(index % 2 ? '2029-2030' : '2029_2030') })),
    );
    expect(races.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await create(session('2025-2026'))).body.error).toBe('ALREADY_EXISTS');
    expect((await create({ ...session('2029-2030'), stateId: 41 })).status).toBe(201);
  });

  it('gives each id once when many sessions are created at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create({ ...session(`race-${index}`), stateId: 6 })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(6);
  });

  it('refuses an unknown state and an end before the start, both in one response', async () => {
    const { status, body } = await create({
      ...session('2031'),
      stateId: 3,
      startDate: '2031-02-01',
      endDate: '2031-01-01',
    });
    expect(status).toBe(400);
    expect(body.details.errors).toMatchObject([
      { code: 'UNKNOWN_VALUE', target: 'stateId' },
      { code: 'OUT_OF_RANGE', target: 'endDate' },
    ]);
  });

  it('writes nothing with validateOnly, and once per Idempotency-Key', async () => {
    const input = session('2033-2034');
    expect((await call('POST', 'session?validateOnly=true', { body: input })).status).toBeLessThan(300);
    const key = { 'Idempotency-Key': 'session-of-2033' };
    const first = await create(input, key);
    expect(first.status).toBe(201);
    expect((await create(input, key)).body).toEqual(first.body);
  });
});

describe('PUT /api/1.0/session/{id}', () => {
  it('changes a built-in session for that tenant only', async () => {
    const shipped = await call('GET', 'session/1302');
    expect(shipped.headers.get('etag')).toBe('"0"');
    const changed = await change(1302, { endDate: '2026-04-02' }, { 'If-Match': '"0"' });
    expect(changed.body.data).toMatchObject({
      id: 1302,
      stateId: 13,
      identifier: '2026',
      endDate: '2026-04-02',
    });
    expect((await change(1302, { endDate: '2026-04-03' }, { 'If-Match': '"0"' })).status).toBe(412);
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['billtracking.reference.read'] });
    const other = await call('GET', 'session/1302', { tenant: 'harbor', token });
    expect(other.body).toEqual(shipped.body);
    const { body } = await call('GET', 'dropdown/sessions?stateId=13');
    expect(body.data.filter(({ id }: { id: number }) => id === 1302)).toMatchObject([
      { endDate: '2026-04-02' },
    ]);
  });

  it('changes only the fields that are sent; null removes a date', async () => {
    const { body } = await change(2402, { name: '447th Session' });
    expect(body.data).toMatchObject({
      name: '447th Session',
      startDate: '2026-01-14',
      endDate: '2026-04-13',
    });
    expect((await change(2402, { endDate: null })).body.data).not.toHaveProperty('endDate');
    expect((await change(2402, { endDate: '2026-01-13' })).status).toBe(400);
    expect((await change(9999, { name: 'Nowhere' })).status).toBe(404);
  });
});

describe('PUT /api/1.0/session/{id} with what identifies the session', () => {
  it('refuses another state or identifier and accepts the present ones', async () => {
    const refused = await change(5302, { stateId: 41, identifier: '2027' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'State and identifier of a session never change: leave them out or send stateId 53 and identifier "2027-2028".',
    );
    const same = await change(5302, { stateId: 53, identifier: '2027-2028', name: 'The 70th Legislature' });
    expect(same.body.data).toMatchObject({ identifier: '2027-2028', name: 'The 70th Legislature' });
  });
});

it('a new name of a session reaches its bills, and the next import finds them unchanged', async () => {
  const tenant = platform.store('demo');
  const [tracked, untracked, other] = [buildBill('HB 9301'), buildBill('HB 9302'), buildBill('HB 9303')];
  const bills = [
    tracked,
    untracked,
    { ...other, sessionId: 2401, session: '2025', sessionName: 'Last year' },
  ];
  const incoming = bills.map((content) => ({ content, actions: [] }));
  const ids = (await upsertBills(tenant, incoming, new Date())).map(({ billId }) => billId);
  await call('POST', 'bill/tracking/save', { body: { billId: ids[0], trackingStatus: 'TRACKED' } });
  await change(2402, { name: 'The long session' });
  const readMark = async () => {
    const { items } = await tenant.query(
      tenant.partition<{ sk: string; type: string; mark: string }>('SESSION#2402'),
    );
    return items.find(({ type }) => renameTrigger.of.includes(type));
  };
  const mark = await readMark();
  const rename = (timeLeft: number) =>
    renameSessionBills(
      {
        Records: [
          {
            eventName: 'INSERT',
            dynamodb: {
              Keys: { pk: { S: 'T#demo#SESSION#2402' }, sk: { S: mark?.sk ?? '' } },
              NewImage: { type: { S: mark?.type ?? '' } },
            },
          },
        ],
      },
      { getRemainingTimeInMillis: () => timeLeft },
    );
  await rename(0);
  // Without time nothing is done, and the mark has changed, which calls the function again.
  expect((await readMark())?.mark).not.toBe(mark?.mark);
  await rename(60_000);
  const names = await Promise.all(ids.map(async (id) => (await call('GET', `bill/${id}`)).body.data.session));
  expect(names).toEqual(['The long session', 'The long session', 'Last year']);
  const again = incoming.map(({ content }) => ({
    content: content.sessionId === 2402 ? { ...content, sessionName: 'The long session' } : content,
    actions: [],
  }));
  const outcomes = await upsertBills(tenant, again, new Date());
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
});

describe('an import', () => {
  it('finds a session by state and identifier, returns the outcome, and changes nothing the second time', async () => {
    const tenant = platform.store('demo');
    const now = new Date();
    const content = {
      stateId: 41,
      identifier: '2026R1',
      name: '2026 Regular Session',
      classification: 'primary',
    } as const;
    expect(await upsertSession(tenant, content, { now, dryRun: true })).toMatchObject({ outcome: 'created' });
    const first = await upsertSession(tenant, content, { now });
    expect(first.outcome).toBe('created');
    expect(await upsertSession(tenant, content, { now })).toEqual({
      outcome: 'unchanged',
      session: first.session,
    });
    const more = await upsertSession(tenant, { ...content, startDate: '2026-02-02' }, { now });
    expect(more).toMatchObject({ outcome: 'updated', session: { id: first.session.id } });
    expect((await upsertSession(tenant, content, { now })).outcome).toBe('unchanged');
  });
});
