// Area D's limit and version: 100 per minute and 1000 per hour, both at once
// (docs/interface/versioning.md#area-d-version-header; docs/interface/errors.md#area-d-envelope;
// docs/interface/limits.md#area-d-request-rate).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAttempts } from '../../../functions/training/discount-codes/attempts.ts';
import {
  billtrackingLimit,
  buildLimitHeaders,
  getWindows,
  secondsToWait,
} from '../../../shared/limits/request-limit.ts';
import { countRequest } from '../../../shared/limits/request-limit-store.ts';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ hasRequestLimits: true });
});
afterAll(() => platform.stop());

/** Counts this number of requests at one time; returns how many were allowed. */
async function countPassed(
  code: string,
  requests: number,
  now: Date,
  limit = billtrackingLimit,
): Promise<number> {
  const tenant = platform.store(code);
  const verdicts = await Promise.all(
    Array.from({ length: requests }, () => countRequest(tenant, `test ${limit.perMinute}`, limit, now)),
  );
  return verdicts.filter(({ mayPass }) => mayPass).length;
}

describe('the windows', () => {
  it('allow 100 requests in a minute, however many arrive at once, and another 100 in the next minute', async () => {
    expect(await countPassed('demo', 130, new Date('2027-01-15T09:00:30Z'))).toBe(100);
    expect(await countPassed('demo', 5, new Date('2027-01-15T09:00:59Z'))).toBe(0);
    expect(await countPassed('demo', 101, new Date('2027-01-15T09:01:00Z'))).toBe(100);
  });

  it('allow 1000 requests in an hour, without counting refused ones, and another 1000 in the next hour', async () => {
    let sum = 0;
    for (let minute = 0; minute < 12; minute += 1)
      sum += await countPassed('harbor', 105, new Date(Date.UTC(2027, 0, 15, 9, minute, 10)));
    expect(sum).toBe(1000);
    expect(await countPassed('harbor', 1, new Date('2027-01-15T09:59:59Z'))).toBe(0);
    expect(await countPassed('harbor', 1, new Date('2027-01-15T10:00:00Z'))).toBe(1);
  });

  it('allow as many tries of discount codes', async () => {
    const passed: number[] = [];
    for (let minute = 0; minute < 8; minute += 1)
      passed.push(await countPassed('demo', 11, new Date(Date.UTC(2027, 0, 15, 9, minute)), codeAttempts));
    expect(passed).toEqual([10, 10, 10, 10, 10, 10, 0, 0]);
  });

  it('report the counted requests when they refuse one', async () => {
    const now = new Date('2027-02-02T00:00:00Z');
    expect(await countPassed('demo', 100, now)).toBe(100);
    const refused = { mayPass: false, counted: { minute: 100, hour: 100 } };
    expect(await countRequest(platform.store('demo'), 'test 100', billtrackingLimit, now)).toEqual(refused);
  });

  it('count each tenant separately', async () => {
    const now = new Date('2027-02-01T00:00:00Z');
    expect(await countPassed('demo', 100, now)).toBe(100);
    expect(await countPassed('harbor', 100, now)).toBe(100);
  });
});

describe('the headers', () => {
  const now = new Date('2027-01-15T09:10:30.500Z');
  it('report the limit per minute, what is left, and when the minute ends', () => {
    expect(buildLimitHeaders(billtrackingLimit, { minute: 40, hour: 40 }, now)).toEqual({
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '60',
      'X-RateLimit-Reset': String(Date.parse('2027-01-15T09:11:00Z') / 1000),
    });
  });

  it('report the hour when fewer requests are left in it than in the minute', () => {
    expect(buildLimitHeaders(billtrackingLimit, { minute: 3, hour: 995 }, now)).toMatchObject({
      'X-RateLimit-Remaining': '5',
      'X-RateLimit-Reset': String(Date.parse('2027-01-15T10:00:00Z') / 1000),
    });
    expect(secondsToWait(billtrackingLimit, { minute: 3, hour: 1000 }, now)).toBe(49 * 60 + 30);
    expect(secondsToWait(billtrackingLimit, { minute: 100, hour: 500 }, now)).toBe(30);
  });
});

describe('over HTTP', () => {
  const sendRequest = () =>
    platform.call('GET', 'billtracking', '/api/1.0/dropdown/billtypes', { tenant: 'demo' });
  const readLimitHeaders = ({ headers }: Reply) => ({
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
    reset: Number(headers.get('x-ratelimit-reset')) * 1000,
  });
  /** A time with enough of its minute left for a test. */
  async function quietMoment(): Promise<Date> {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    return new Date();
  }
  const count = (requests: number, moment: Date) =>
    Promise.all(
      Array.from({ length: requests }, () =>
        countRequest(platform.store('demo'), 'billtracking', billtrackingLimit, moment),
      ),
    );

  it('the 101st request in a minute is refused, and its headers and those of the 100th say that none is left', async () => {
    const now = await quietMoment();
    await count(99, now);
    const hundredth = await sendRequest();
    const minuteEnds = Math.ceil((now.getTime() + 1) / 60_000) * 60_000;
    expect([hundredth.status, readLimitHeaders(hundredth)]).toEqual([
      200,
      { limit: '100', remaining: '0', reset: minuteEnds },
    ]);
    const refused = await sendRequest();
    expect([refused.status, readLimitHeaders(refused)]).toEqual([
      429,
      { limit: '100', remaining: '0', reset: minuteEnds },
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refused.body.message).toContain('100 requests per minute');
  });

  it('the 1001st request in an hour is refused until the hour ends', async () => {
    const now = await quietMoment();
    const { minute } = getWindows(now);
    const hourEnds = Math.ceil((now.getTime() + 1) / 3_600_000) * 3_600_000;
    // Ten other minutes of this hour: requests are counted by the minute's position in the hour.
    for (let other = 1; other <= 10; other += 1)
      await count(100, new Date(now.getTime() + (((minute + other) % 60) - minute) * 60_000));
    const refused = await sendRequest();
    expect([refused.status, readLimitHeaders(refused)]).toEqual([
      429,
      { limit: '100', remaining: '0', reset: hourEnds },
    ]);
    expect(
      Math.abs(Number(refused.headers.get('retry-after')) * 1000 - (hourEnds - Date.now())),
    ).toBeLessThan(5_000);
    expect(refused.body.message).toContain('1000 requests per hour');
  });
});
