// Open States fails at one bill of a list (docs/interface/billtracking.md#runs). Its API answers a page with everything that is included
// in one query (api-v3, api/bills.py and api/pagination.py), so that one bill can make a page fail.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildOpenStatesBill } from './open-states-provider.ts';

let feeds: FeedPlatform;
beforeAll(async () => {
  feeds = await startFeedPlatform();
});
afterAll(() => feeds?.stop());

/** Works on what is due at each quarter of an hour of a day, as a failure is tried again later. */
async function runThrough(id: string, day: string) {
  for (let minutes = 0; minutes < 8 * 60; minutes += 15) {
    const moment = new Date(Date.parse(`${day}T12:00:00Z`) + minutes * 60_000);
    await runDataFeeds(undefined, undefined, () => moment);
  }
  return (await feeds.call('GET', `/${id}`)).body.data;
}
const updatedAt = (index: number): string => `2027-02-01T00:00:${String(index).padStart(2, '0')}+00:00`;

it('reads all other bills of a session where Open States fails at one, and says which place it has', async () => {
  const { openStates } = feeds.providers;
  openStates.bills = Array.from({ length: 45 }, (_, index) =>
    buildOpenStatesBill(`H ${index + 1}`, updatedAt(index)),
  );
  openStates.brokenBill = 'H 23';
  const { body } = await feeds.call('POST', '', {
    body: { name: 'Vermont', provider: 'OPEN_STATES_API', stateIds: [50], key: 'a-secret-key' },
  });
  const { id } = body.data;
  expect(await runThrough(id, '2027-03-01')).toMatchObject({
    lastRun: {
      ...{ status: 'DONE_WITH_REFUSALS', bills: { created: 44, refused: 1 } },
      reason: expect.stringContaining('Open States answers 500.'),
    },
  });
  openStates.brokenBill = undefined;
  openStates.bills = openStates.bills.map((bill, index) =>
    index === 22 ? { ...bill, updated_at: '2027-03-01T00:00:00+00:00' } : bill,
  );
  expect(await runThrough(id, '2027-03-02')).toMatchObject({
    lastRun: { status: 'DONE', bills: { created: 1, refused: 0 } },
  });
  // Where it fails at all of them, the session is left, and not one bill after the other.
  openStates.bills = openStates.bills.map((bill) => ({ ...bill, updated_at: '2027-03-03T00:00:00+00:00' }));
  feeds.providers.seen.length = 0;
  openStates.brokenBill = '';
  expect(await runThrough(id, '2027-03-04')).toMatchObject({
    lastRun: { status: 'DONE_WITH_REFUSALS', bills: { refused: 6 } },
  });
  expect(feeds.providers.seen.filter(({ path }) => path.endsWith('/bills')).length).toBeLessThan(60);
});
