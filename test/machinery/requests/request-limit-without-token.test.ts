// Calls without a token are counted apart in area D, so that strangers cannot lock out a tenant's users
// (docs/interface/limits.md#area-d-request-rate).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform({ hasRequestLimits: true });
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.reference.read'] });
  const requestLimit = { perMinute: 100, perHour: 3 };
  await commit([update(tenantKey(platform.store('demo')), { set: { requestLimit } })]);
});
afterAll(() => platform.stop());

const sendRequests = async (sentToken?: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let sent = 0; sent < 4; sent += 1) {
    const { status } = await platform.call('GET', 'billtracking', '/api/1.0/dropdown/billtypes', {
      tenant: 'demo',
      ...(sentToken !== undefined && { token: sentToken }),
    });
    statuses.push(status);
  }
  return statuses;
};

describe('callers without a token', () => {
  it('cannot use up the requests of callers with a token', async () => {
    expect(await sendRequests()).toEqual([200, 200, 200, 429]);
    expect(await sendRequests(token)).toEqual([200, 200, 200, 429]);
  });
});
