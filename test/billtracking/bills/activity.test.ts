// The activity log over HTTP: saving, and listing by time, user, entity, day and words
// (docs/interface/billtracking.md#activity-log).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
/** Of an integration, which writes the lines of its own users. */
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    subject: 'the-website',
    permissions: [
      'billtracking.activity.read',
      'billtracking.activity.write',
      'billtracking.activity.write-for-others',
    ],
  });
});
afterAll(() => platform.stop());

const post = (path: string, body: unknown, options: CallOptions = {}) =>
  platform.call('POST', 'billtracking', `/api/1.0/activity/log/${path}`, {
    tenant: 'demo',
    token,
    body,
    ...options,
  });

let users = 0;
/** A user whom no other test uses. */
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
  it('returns the success envelope with true, and stores the line as sent', async () => {
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
    expect(collection).toEqual([
      {
        ...sent,
        id: expect.any(String),
        timestamp: '2026-02-03T18:30:00.123Z',
        recordedBy: 'the-website',
        isSystem: false,
      },
    ]);
  });

  it('uses the current time without a timestamp, and records the subject of the token', async () => {
    const userId = uniqueUser();
    const before = new Date().toISOString();
    await post('save', buildLine(userId, { timestamp: '' }));
    const [found] = (await findLines({ userId })).collection;
    expect(found).toMatchObject({ recordedBy: 'the-website', userId });
    expect(found?.timestamp && found.timestamp >= before && found.timestamp <= new Date().toISOString()).toBe(
      true,
    );
  });

  it('reports every invalid field at once', async () => {
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
      'metadata of more than 8 KB',
      { metadata: { text: 'x'.repeat(8_200) } },
      'metadata must have at most 8192 bytes',
    ],
    [
      'a timestamp before 1900',
      { timestamp: '0001-01-01T00:00:00Z' },
      'timestamp must be in the year 1900 or later',
    ],
    [
      'a moment in the future',
      { timestamp: new Date(Date.now() + 10 * 60_000).toISOString() },
      'timestamp must not be after now',
    ],
  ])('refuses %s', async (_, more, message) => {
    const { status, body } = await post('save', buildLine(uniqueUser(), more));
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });

  it('writes once per Idempotency-Key, and nothing with validateOnly', async () => {
    const userId = uniqueUser();
    const headers = { 'Idempotency-Key': 'activity-once' };
    await post('save', buildLine(userId), { headers });
    await post('save', buildLine(userId), { headers });
    await post('save?validateOnly=true', buildLine(userId));
    expect((await findLines({ userId })).pagingModel.totalRecords).toBe(1);
  });

  it('stores every line of many concurrent requests (append-only)', async () => {
    const userId = uniqueUser();
    const ids = Array.from({ length: 30 }, (_, index) => String(index));
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

describe('the order of lines (the stored order is the time order)', () => {
  it('is by timestamp, then by arrival', async () => {
    const userId = uniqueUser();
    const atTime = (time: string) => ({ timestamp: `2026-02-03T${time}Z` });
    await saveLines(
      userId,
      { entityId: 'third', ...atTime('12:00:00') },
      { entityId: 'fourth', ...atTime('12:00:00') },
      { entityId: 'first', ...atTime('09:00:00') },
      { entityId: 'fifth', ...atTime('12:00:00') },
      { entityId: 'second', ...atTime('11:59:59.999') },
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

  it('is by another field on request; equal lines stay in the order of time', async () => {
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
  it('match user, action, entity and words, alone and combined', async () => {
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

  it('by day are inclusive in the time zone of the tenant, across a daylight saving change', async () => {
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
    const listBetween = (startDate?: string, endDate?: string) =>
      findIds({ userId, isAscending: true, startDate, endDate });
    expect(await listBetween('2026-03-08', '2026-03-08')).toEqual(['first of the 8th', 'last of the 8th']);
    expect(await listBetween('03-08-2026')).toEqual([
      'first of the 8th',
      'last of the 8th',
      'first of the 9th',
    ]);
    expect(await listBetween(undefined, '2026-03-07')).toEqual(['late on the 7th']);
    expect(await listBetween('2026-03-10', '2026-03-07')).toEqual([]);
    expect(await listBetween('', '9999-12-31')).toHaveLength(4);
  });
});

describe('the name in which a line is written', () => {
  it("is the caller's own: as subject, person or sign-in name; another's needs a permission", async () => {
    const own = await platform.tokenFor({
      tenant: 'demo',
      subject: 'subject-of-ann',
      name: 'Ann@Counties.example',
      permissions: ['billtracking.activity.write'],
    });
    for (const userId of ['subject-of-ann', 'ann@counties.example'])
      expect((await post('save', buildLine(userId), { token: own })).status).toBe(200);
    const refused = await post('save', buildLine('ben@counties.example'), { token: own });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('billtracking.activity.write-for-others');
    expect((await findLines({ userId: 'ben@counties.example' })).pagingModel.totalRecords).toBe(0);
  });

  it('does not hide whether the platform or a caller wrote the line', async () => {
    const { billId = '' } = platform.demo.values;
    const writer = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.write'] });
    for (const position of ['SUPPORT', 'OPPOSE'])
      await platform.call('POST', 'billtracking', '/api/1.0/bill/tracking/save', {
        tenant: 'demo',
        token: writer,
        body: { billId, position },
      });
    const forged = { action: 'BILL_POSITION_CHANGED', entityType: 'BILL', entityId: billId };
    await post('save', { userId: uniqueUser(), ...forged });
    const { collection } = await findLines(forged);
    expect(collection.slice(0, 2)).toMatchObject([{ isSystem: false }, { isSystem: true }]);
  });

  it('may have a clock that is a little ahead', async () => {
    const userId = uniqueUser();
    const timestamp = new Date(Date.now() + 2 * 60_000).toISOString();
    expect((await post('save', buildLine(userId, { timestamp }))).status).toBe(200);
  });
});

describe('access', () => {
  it('is limited to the lines of the own tenant', async () => {
    const userId = uniqueUser();
    await saveLines(userId, {});
    const subject = { tenant: 'harbor', permissions: ['billtracking.activity.read'] as const };
    const token = await platform.tokenFor(subject);
    const { body } = await post('list', { userId }, { tenant: 'harbor', token });
    expect(body.pagingModel.totalRecords).toBe(0);
    // The log needs a token, also in the demo tenant, where the tenant-code is enough for all other writing.
    for (const action of ['list', 'save'])
      expect((await post(action, buildLine(userId), { token: undefined })).status).toBe(401);
    expect((await post('list', { userId }, { tenant: 'harbor', token: undefined })).status).toBe(401);
  });

  it('needs the read permission when a token is sent', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.read'] });
    expect((await post('list', {}, { token })).status).toBe(403);
  });
});
