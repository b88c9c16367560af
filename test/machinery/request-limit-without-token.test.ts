// Calls without a token use at most half of the limit of area D, so that strangers cannot lock out a tenant's users
// (docs/interface/limits.md#area-d-request-rate).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform({ hasRequestLimits: true });
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.reference.read'] });
}, 60_000);
afterAll(() => platform.stop());

const sendRequest = (sentToken?: string) =>
  platform.call('GET', 'billtracking', '/api/1.0/dropdown/billtypes', {
    tenant: 'demo',
    ...(sentToken !== undefined && { token: sentToken }),
  });

describe('callers without a token', () => {
  it('cannot use up the requests of callers with a token', async () => {
    // All requests must fall into one minute.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 20_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    const first = await sendRequest();
    expect(first.headers.get('x-ratelimit-limit')).toBe('50');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('49');
    const anonymous = await Promise.all(Array.from({ length: 70 }, () => sendRequest()));
    expect(anonymous.filter(({ status }) => status === 200)).toHaveLength(49);
    const refused = await sendRequest();
    expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([429, '0']);
    expect(refused.body.message).toContain('50 requests per minute without a token is used up');

    const withToken = await sendRequest(token);
    expect([withToken.status, withToken.headers.get('x-ratelimit-limit')]).toEqual([200, '100']);
    expect(withToken.headers.get('x-ratelimit-remaining')).toBe('49');
  }, 120_000);
});
