// The activity log over HTTP: saving, and listing by time, user, entity, day and word
// (docs/interface/billtracking.md#activity-log).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../shared/auth/records.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
}, 60_000);
afterAll(() => platform.stop());

const post = (path: string, body: unknown, options: CallOptions = {}) =>
  platform.call('POST', 'billtracking', `/api/1.0/activity/log/${path}`, {
    tenant: 'demo',
    body,
    ...options,
  });

let users = 0;
/** A user whom no other test knows. */
const uniqueUser = (): string => {
  users += 1;
  return `user-${users}@counties.example`;
};

const buildLine = (userId: string, more: object = {}) => ({
  userId,
  action: 'VIEW_BILL',
  entityType: 'BILL',
  entityId: '42',
  ...more,
});

async function saveLines(userId: string, ...lines: readonly object[]) {
  for (const more of lines) expect((await post('save', buildLine(userId, more))).status).toBe(200);
}

async function findLines(filter: object) {
  const { status, body } = await post('list', filter);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as {
    collection: { entityId: string; action: string; timestamp: string; metadata?: unknown; userId: string }[];
    pagingModel: { pageNumber: number; pageSize: number; totalRecords: number; totalPages: number };
  };
}

const findIds = async (filter: object): Promise<string[]> =>
  (await findLines(filter)).collection.map(({ entityId }) => entityId);

describe('saving', () => {
  it('answers the success envelope with true, and keeps what was sent', async () => {
    const userId = uniqueUser();
    const metadata = {
      billNumber: 'HB 1110',
      state: 'WA',
      deep: { list: [1, 1e300, null, 'Zoë'], empty: {} },
    };
    const sent = buildLine(userId, { timestamp: '2026-02-03T10:30:00.1234567-08:00', metadata });
    const { status, body } = await post('save', sent);
    expect(status).toBe(200);
    expect(body).toEqual({ data: true, success: true, message: expect.any(String) });
    const { collection } = await findLines({ userId });
    expect(collection).toEqual([{ ...sent, id: expect.any(String), timestamp: '2026-02-03T18:30:00.123Z' }]);
  });

  it('takes the present moment without a timestamp, and tells whose token it came with', async () => {
    const userId = uniqueUser();
    const before = new Date().toISOString();
    const token = await platform.tokenFor({
      tenant: 'demo',
      subject: 'the-one-who-tells',
      permissions: ['billtracking.activity.write'],
    });
    await post('save', buildLine(userId, { timestamp: '' }), { token });
    const [shown] = (await findLines({ userId })).collection;
    expect(shown).toMatchObject({ recordedBy: 'the-one-who-tells', userId });
    expect(shown?.timestamp && shown.timestamp >= before && shown.timestamp <= new Date().toISOString()).toBe(
      true,
    );
  });

  it('refuses all that is wrong at once', async () => {
    const { status, body } = await post('save', {
      userId: ' ',
      action: 'x'.repeat(101),
      entityType: 'BILL',
      timestamp: 'today',
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/userId.*action.*entityId.*timestamp/s);
  });

  it.each([
    [
      'metadata beyond 8 KB',
      { metadata: { text: 'x'.repeat(8_200) } },
      'metadata must have at most 8192 bytes',
    ],
    ['a time no log has', { timestamp: '0001-01-01T00:00:00Z' }, 'timestamp must lie between'],
  ])('refuses %s', async (_, more, message) => {
    const { status, body } = await post('save', buildLine(uniqueUser(), more));
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it('writes once for one Idempotency-Key, and nothing on validateOnly', async () => {
    const userId = uniqueUser();
    const headers = { 'Idempotency-Key': 'activity-once' };
    await post('save', buildLine(userId), { headers });
    await post('save', buildLine(userId), { headers });
    await post('save?validateOnly=true', buildLine(userId));
    expect((await findLines({ userId })).pagingModel.totalRecords).toBe(1);
  });

  it('keeps every line of many at once (append-only)', async () => {
    const userId = uniqueUser();
    const ids = Array.from({ length: 30 }, (_, at) => String(at));
    const replies = await Promise.all(ids.map((entityId) => post('save', buildLine(userId, { entityId }))));
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const { collection, pagingModel } = await findLines({ userId });
    expect(pagingModel.totalRecords).toBe(30);
    expect(collection.map(({ entityId }) => Number(entityId)).sort((a, b) => a - b)).toEqual(ids.map(Number));
  });

  it('offers no way to change or remove a line', () => {
    const offered = platform.endpoints.filter(({ contract }) => contract.path.includes('/activity/'));
    expect(offered.map(({ contract }) => `${contract.method} ${contract.path}`).sort()).toEqual([
      'POST /api/1.0/activity/log/list',
      'POST /api/1.0/activity/log/save',
    ]);
  });
});

describe('the order (the stored order is the time order)', () => {
  it('is that of the timestamps; of one timestamp, of arrival', async () => {
    const userId = uniqueUser();
    const at = (time: string) => ({ timestamp: `2026-02-03T${time}Z` });
    await saveLines(
      userId,
      { entityId: 'third', ...at('12:00:00') },
      { entityId: 'fourth', ...at('12:00:00') },
      { entityId: 'first', ...at('09:00:00') },
      { entityId: 'fifth', ...at('12:00:00') },
      { entityId: 'second', ...at('11:59:59.999') },
    );
    const order = ['first', 'second', 'third', 'fourth', 'fifth'];
    expect(await findIds({ userId, isAscending: true })).toEqual(order);
    expect(await findIds({ userId })).toEqual([...order].reverse());
    expect(await findIds({ userId, isAsscending: 'true', pageSize: '2', pageNumber: '2' })).toEqual([
      'third',
      'fourth',
    ]);
    expect(await findIds({ userId, pageSize: 2, pageNumber: 3 })).toEqual(['first']);
    expect(await findIds({ userId, pageSize: 2, pageNumber: 4 })).toEqual([]);
  });

  it('is another when asked for; those that are alike stay by time', async () => {
    const userId = uniqueUser();
    await saveLines(
      userId,
      { entityId: '1', action: 'VIEW_BILL', timestamp: '2026-02-03T10:00:00Z' },
      { entityId: '2', action: 'EXPORT', timestamp: '2026-02-03T11:00:00Z' },
      { entityId: '3', action: 'VIEW_BILL', timestamp: '2026-02-03T09:00:00Z' },
    );
    expect(await findIds({ userId, sortBy: 'Action', isAscending: true })).toEqual(['2', '3', '1']);
    expect(await findIds({ userId, sortBy: 'action', isAscending: false })).toEqual(['1', '3', '2']);
    const { status, body } = await post('list', { sortBy: 'colour' });
    expect(status).toBe(400);
    expect(body.message).toContain('sortBy must be one of timestamp, action, userId');
  });
});

describe('filters', () => {
  it('are the user, the action, the entity and words, each alone and together', async () => {
    const [ann, ben] = [uniqueUser(), uniqueUser()];
    const entityId = `bill-of-${ann}`;
    await saveLines(
      ann,
      { entityId, action: 'VIEW_BILL', metadata: { billNumber: 'HB 1217', title: 'Rent stabilization' } },
      { entityId, action: 'CHANGE_POSITION', entityType: 'Bill' },
      { entityId, entityType: 'EVENT' },
    );
    await saveLines(ben, { entityId });
    const count = async (filter: object) => (await findLines(filter)).pagingModel.totalRecords;
    expect(await count({ entityId, entityType: 'bill' })).toBe(3);
    expect(await count({ entityId, entityType: 'BILL', userId: ann })).toBe(2);
    expect(await count({ entityId })).toBe(4);
    expect(await count({ userId: ann })).toBe(3);
    expect(await count({ userId: ann, entityType: 'event' })).toBe(1);
    expect(await count({ userId: ann, action: 'change_position' })).toBe(1);
    expect(await count({ userId: ann, text: 'rent stabil' })).toBe(1);
    expect(await count({ userId: ann, text: 'rent', searchFields: ['action'] })).toBe(0);
    expect(await count({ userId: ann, text: 'position', searchFields: ['action'] })).toBe(1);
    expect(await count({ userId: 'nobody' })).toBe(0);
  });

  it('by day are inclusive in the time zone of the tenant, across a change of the clocks', async () => {
    // The demo tenant's clocks go forward on 2026-03-08: that day has 23 hours.
    const item = await platform.store('demo').get(tenantKey(platform.store('demo')));
    expect(item?.timeZone).toBe('America/Los_Angeles');
    const userId = uniqueUser();
    await saveLines(
      userId,
      { entityId: 'late on the 7th', timestamp: '2026-03-08T07:59:59.999Z' },
      { entityId: 'first of the 8th', timestamp: '2026-03-08T08:00:00Z' },
      { entityId: 'last of the 8th', timestamp: '2026-03-09T06:59:59.999Z' },
      { entityId: 'first of the 9th', timestamp: '2026-03-09T07:00:00Z' },
    );
    const of = (startDate?: string, endDate?: string) =>
      findIds({ userId, isAscending: true, startDate, endDate });
    expect(await of('2026-03-08', '2026-03-08')).toEqual(['first of the 8th', 'last of the 8th']);
    expect(await of('03-08-2026')).toEqual(['first of the 8th', 'last of the 8th', 'first of the 9th']);
    expect(await of(undefined, '2026-03-07')).toEqual(['late on the 7th']);
    expect(await of('2026-03-10', '2026-03-07')).toEqual([]);
    expect(await of('', '9999-12-31')).toHaveLength(4);
  });
});

describe('tenants', () => {
  it('see their own lines alone', async () => {
    const userId = uniqueUser();
    await saveLines(userId, {});
    const asked = { tenant: 'harbor', permissions: ['billtracking.activity.read'] as const };
    const token = await platform.tokenFor(asked);
    const { body } = await post('list', { userId }, { tenant: 'harbor', token });
    expect(body.pagingModel.totalRecords).toBe(0);
    // A new tenant's log is read with a token, whatever else its tenant-code opens.
    expect((await post('list', { userId }, { tenant: 'harbor' })).status).toBe(401);
  });

  it('need the permission to read where a token is sent', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.read'] });
    expect((await post('list', {}, { token })).status).toBe(403);
  });
});
