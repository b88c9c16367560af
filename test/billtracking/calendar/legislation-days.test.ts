// Legislation days: saved as a whole, in versions, with today in the time zone of the state
// (docs/interface/billtracking.md#legislation-days).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
const base = '/api/1.0/CapitolReport';
const get = (path: string, options: CallOptions = {}) =>
  platform.call('GET', 'billtracking', `${base}/get-legislationDays/${path}`, { tenant: 'demo', ...options });
const save = (path: string, body: unknown, options: CallOptions = {}) =>
  platform.call('POST', 'billtracking', `${base}/save-legislationDays/${path}`, {
    tenant: 'demo',
    body,
    ...options,
  });

/** A token for the versions, which name who saved them. */
const readToken = () => platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.reference.read'] });

/** Sets the demo tenant's clock. */
async function moveClockTo(moment: string): Promise<void> {
  const clockOffsetSeconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
  await commit([update(tenantKey(platform.store('demo')), { set: { clockOffsetSeconds } })]);
}

const week = (from: number, monday: string, count = 5) =>
  Array.from({ length: count }, (_, index) => ({
    legislativeDay: from + index,
    date: new Date(Date.parse(monday) + index * 86_400_000).toISOString().slice(0, 10),
  }));

const firstResolution = {
  instrument: 'SR 6 (2025)',
  days: [...week(1, '2025-01-13'), ...week(6, '2025-01-27', 4), ...week(10, '2025-02-03', 4)],
  crossoverDay: 28,
  sineDieDay: 40,
};

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('get-legislationDays', () => {
  it('returns the day of today in the time zone of the state, by the tenant’s clock', async () => {
    // Half past eleven in the evening in Atlanta is the next day in UTC.
    await moveClockTo('2025-01-18T04:30:00Z');
    const evening = await get('13');
    expect(evening.body.data).toMatchObject({
      sessionId: 1301,
      state: 'GA',
      today: { date: '2025-01-17', sitting: 'IN_SESSION', legislativeDay: 5 },
      daysLeft: { crossover: { legislativeDaysLeft: 23 }, sineDie: { legislativeDaysLeft: 35 } },
    });
    await moveClockTo('2025-01-20T17:00:00Z');
    const adjourned = await get('13');
    expect(adjourned.body.data.today).toEqual({
      date: '2025-01-20',
      sitting: 'IN_ADJOURNMENT',
      legislativeDay: null,
      daysBegun: 5,
      next: { legislativeDay: 6, date: '2025-01-27' },
    });
  });

  it('returns the legislative day of a date, and the date of a legislative day', async () => {
    const { body } = await get('13?sessionId=1301&date=02-03-2025&legislativeDay=6');
    expect(body.data.dayOfDate).toMatchObject({ sitting: 'IN_SESSION', legislativeDay: 10 });
    expect(body.data.dateOfDay).toEqual({ legislativeDay: 6, date: '2025-01-27' });
    expect((await get('13?sessionId=1301&legislativeDay=33')).body.data.dateOfDay.date).toBeNull();
  });

  it('uses the current session by default, and is empty at version 0 before any map is saved', async () => {
    await moveClockTo('2026-02-01T12:00:00Z');
    const { status, body, headers } = await get('13');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ sessionId: 1302, days: [], version: 0 });
    expect(headers.get('etag')).toMatch(/^"0\./);
    expect(body.data.today.sitting).toBe('NOT_MAPPED');
  });

  it.each(['3', '99'])('returns 404 for the unknown state %s', async (stateId) => {
    expect((await get(stateId)).status).toBe(404);
  });

  it('refuses a session of another state, and returns 404 for a state without sessions', async () => {
    const other = await get('13?sessionId=5301');
    expect(other.status).toBe(400);
    expect(other.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'sessionId' }]);
    expect((await get('56')).body.message).toContain('Wyoming has no session yet');
  });
});

describe('save-legislationDays', () => {
  it('saves the next version, returns the days that it moves, and still serves the version before', async () => {
    const again = await save('13?sessionId=1301', firstResolution);
    expect(again.body.data).toMatchObject({ version: 1, effect: { deadlines: [], days: [] } });
    const movedDay = {
      ...firstResolution,
      instrument: 'An amended resolution',
      days: [...week(1, '2025-01-13'), ...week(6, '2025-01-28', 3), ...week(9, '2025-02-03', 4)],
      crossoverDay: 12,
    };
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.reference.write', 'billtracking.reference.read'],
    });
    const { status, body, headers } = await save('13', { ...movedDay, session: '2025 regular' }, { token });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(headers.get('etag')).toBe('"2"');
    expect(body.data.savedBy.name).toMatch(/^test-/);
    expect(body.data.effect.deadlines).toEqual([
      {
        deadline: 'crossover',
        before: { legislativeDay: 28 },
        after: { legislativeDay: 12, date: '2025-02-06' },
      },
    ]);
    expect(body.data.effect.days).toContainEqual({
      legislativeDay: 6,
      before: '2025-01-27',
      after: '2025-01-28',
      calendarDays: 1,
    });
    expect(body.data.effect.days).toContainEqual({ legislativeDay: 13, before: '2025-02-06' });
    const { body: versions } = await get('13/versions?sessionId=1301', { token: await readToken() });
    expect(versions.data.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(versions.data[0]).toMatchObject({ instrument: 'An amended resolution', daysAdded: 0 });
    const { body: first } = await get('13/versions/1?sessionId=1301', { token: await readToken() });
    expect(first.data).toMatchObject({ ...firstResolution, version: 1 });
    expect(first.data.effect.days).toHaveLength(13);
    expect((await get('13/versions/3?sessionId=1301', { token: await readToken() })).status).toBe(404);
  });

  it('returns every error at once with its row, and saves nothing', async () => {
    const wrong = { days: [...week(1, '2026-01-12', 3), { legislativeDay: 5, date: '2026-01-13' }] };
    const { status, body } = await save('13?sessionId=1302', wrong);
    expect(status).toBe(400);
    expect(body.details.errors.map(({ target }: { target: string }) => target)).toEqual([
      'days[3].date',
      'days[3].legislativeDay',
    ]);
    expect((await get('13?sessionId=1302')).body.data.version).toBe(0);
    const malformed = await save('13?sessionId=1302', {
      days: [{ legislativeDay: 0, date: '2026-02-30' }, { date: '2026-03-01' }],
      crossoverDay: 'x',
    });
    expect(malformed.body.details.errors.map(({ target }: { target: string }) => target).sort()).toEqual([
      'crossoverDay',
      'days[0].date',
      'days[0].legislativeDay',
      'days[1].legislativeDay',
    ]);
  });

  it('refuses days of another year than the session’s, and states the dates of the session', async () => {
    const days = [{ legislativeDay: 1, date: '1925-01-13' }];
    const reply = await save('13', { sessionId: 1301, days });
    expect(reply.status).toBe(400);
    const [{ code, target, message }] = reply.body.details.errors;
    expect([code, target]).toEqual(['OUT_OF_RANGE', 'days[0].date']);
    expect(message).toContain('begins on 2025-01-13');
  });

  it('does not overwrite a version that is newer than If-Match', async () => {
    const stale = { headers: { 'If-Match': '"0"' } };
    const days = week(1, '2026-01-12');
    const [first, second] = await Promise.all([
      save('13', { sessionId: 1302, days, instrument: 'one' }, stale),
      save('13', { sessionId: 1302, days, instrument: 'two' }, stale),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 412]);
    const { body } = await get('13?sessionId=1302');
    expect(body.data).toMatchObject({ version: 1, days });
  });

  it('gives each of many concurrent saves a version of its own', async () => {
    const saves = Array.from({ length: 8 }, (_, index) =>
      save('53', { sessionId: 5301, instrument: `Resolution ${index}`, days: week(1, '2026-01-12') }),
    );
    const replies = await Promise.all(saves);
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { body } = await get('53/versions?sessionId=5301', { token: await readToken() });
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('requires one session and the permission', async () => {
    const two = await save('13?sessionId=1301', { sessionId: 1302, days: week(1, '2026-01-12') });
    expect(two.body.details.errors).toMatchObject([{ code: 'NOT_ALLOWED', target: 'sessionId' }]);
    const unknown = await save('13', { session: '1999 Regular', days: week(1, '1999-01-11') });
    expect(unknown.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'session' }]);
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.reference.read'],
    });
    expect((await save('13', firstResolution, { token })).status).toBe(403);
  });

  it('costs the same number of round trips for any number of versions', async () => {
    const { roundTrips, readUnits } = await get('53?sessionId=5301');
    expect(roundTrips).toBeLessThanOrEqual(4);
    expect(readUnits).toBeLessThanOrEqual(7);
  });
});
