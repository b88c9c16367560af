// Area D's limit and version: 100 per minute and 1000 per hour, both at once (interface.md 5, 7.2, 8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitHeaders, secondsToWait } from '../../shared/limits/request-limit.ts';
import { countRequest } from '../../shared/limits/request-limit-store.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
}, 60_000);
afterAll(() => platform.stop());

const limit = { perMinute: 100, perHour: 1000 };
/** Counts so many requests at a moment; how many passed. */
async function passed(code: string, requests: number, now: Date): Promise<number> {
  const tenant = platform.store(code);
  const verdicts = await Promise.all(
    Array.from({ length: requests }, () => countRequest(tenant, 'test', limit, now)),
  );
  return verdicts.filter(({ mayPass }) => mayPass).length;
}

describe('the windows', () => {
  it('let 100 pass in a minute, however many come at once, and the next minute another 100', async () => {
    expect(await passed('demo', 130, new Date('2027-01-15T09:00:30Z'))).toBe(100);
    expect(await passed('demo', 5, new Date('2027-01-15T09:00:59Z'))).toBe(0);
    expect(await passed('demo', 101, new Date('2027-01-15T09:01:00Z'))).toBe(100);
  });

  it('let 1000 pass in an hour, refused ones not counted, and the next hour another 1000', async () => {
    let sum = 0;
    for (let minute = 0; minute < 12; minute += 1)
      sum += await passed('harbor', 105, new Date(Date.UTC(2027, 0, 15, 9, minute, 10)));
    expect(sum).toBe(1000);
    expect(await passed('harbor', 1, new Date('2027-01-15T09:59:59Z'))).toBe(0);
    expect(await passed('harbor', 1, new Date('2027-01-15T10:00:00Z'))).toBe(1);
  });

  it('count each tenant by itself', async () => {
    const now = new Date('2027-02-01T00:00:00Z');
    expect(await passed('demo', 100, now)).toBe(100);
    expect(await passed('harbor', 100, now)).toBe(100);
  });
});

describe('the headers', () => {
  const now = new Date('2027-01-15T09:10:30.500Z');
  it('tell the limit per minute, what is left, and when the minute ends', () => {
    expect(limitHeaders(limit, { minute: 40, hour: 40 }, now)).toEqual({
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '60',
      'X-RateLimit-Reset': String(Date.parse('2027-01-15T09:11:00Z') / 1000),
    });
  });

  it('tell of the hour once less is left of it than of the minute', () => {
    expect(limitHeaders(limit, { minute: 3, hour: 995 }, now)).toMatchObject({
      'X-RateLimit-Remaining': '5',
      'X-RateLimit-Reset': String(Date.parse('2027-01-15T10:00:00Z') / 1000),
    });
    expect(secondsToWait(limit, { minute: 3, hour: 1000 }, now)).toBe(49 * 60 + 30);
    expect(secondsToWait(limit, { minute: 100, hour: 500 }, now)).toBe(30);
  });
});
