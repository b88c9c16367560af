// What feeds of all providers have in common (docs/interface/billtracking.md#data-feeds).
import { describe, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { buildCongressBill } from './feed-providers.ts';
import { call, counts, createFeed, platform, providers, runJob, runOnce, useFeeds } from './feed-runs.ts';

useFeeds();

describe('a data feed', () => {
  it('never shows its key, and is refused without states', async () => {
    const refused = await call('POST', '', {
      body: { name: 'x', provider: 'LEGISCAN_API', key: 'a-secret-key' },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details.errors).toMatchObject([{ target: 'stateIds', code: 'REQUIRED_FIELD' }]);
    const id = await createFeed({ provider: 'LEGISCAN_API', stateIds: [50], key: 'not-to-be-seen' });
    const replies = [
      await call('GET', `/${id}`),
      await call('GET', ''),
      await call('PUT', `/${id}`, { body: { key: 'not-to-be-seen-either' } }),
    ];
    for (const { text } of replies) expect(text).not.toContain('not-to-be-seen');
    const store = platform.store('demo');
    const stored = await store.queryAll(store.partition(`FEED#${id}`));
    expect(JSON.stringify(stored)).not.toContain('not-to-be-seen');
  });

  it('of any provider that has nothing ends as empty, with the reason', async () => {
    providers.congress.bills = [];
    const id = await createFeed({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    expect(await runOnce(id)).toMatchObject({
      status: 'EMPTY',
      reason: expect.stringMatching(/^Nothing was found to read. congress.gov has no bill/),
    });
  });

  it('waits as long as Retry-After says, and is tried again when the provider fails', async () => {
    providers.congress.bills = [buildCongressBill('17', '2027-01-22T03:00:00Z')];
    const id = await createFeed({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    providers.instead = { status: 429, headers: { 'Retry-After': '600' } };
    expect(await runOnce(id)).toMatchObject({ status: 'RUNNING' });
    providers.instead = undefined;
    await runJob(8);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({ status: 'RUNNING', requests: 0 });
    providers.instead = { status: 502 };
    await runJob(3);
    providers.instead = undefined;
    await runJob(2);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({
      status: 'DONE',
      bills: counts(1, 0, 0),
    });
  });

  it('is read at its hour in its time zone, and not while it is paused', async () => {
    providers.congress.bills = [buildCongressBill('27', '2027-01-22T03:00:00Z')];
    const schedule = { frequency: 'daily', hour: 5, timeZone: 'Pacific/Honolulu' };
    const id = await createFeed({
      provider: 'CONGRESS_GOV',
      stateIds: [0],
      sessions: ['120'],
      schedule,
      isPaused: false,
    });
    const { nextRunDate } = (await call('GET', `/${id}`)).body.data;
    expect(nextRunDate).toMatch(/T15:00:00\.000Z$/);
    await runDataFeeds(undefined, undefined, () => new Date(Date.parse(nextRunDate) - 60_000));
    expect((await call('GET', `/${id}`)).body.data.lastRun).toBeNull();
    await runDataFeeds(undefined, undefined, () => new Date(nextRunDate));
    const read = (await call('GET', `/${id}`)).body.data;
    expect(read.lastRun).toMatchObject({ status: 'DONE', trigger: 'SCHEDULE' });
    expect(Date.parse(read.nextRunDate) - Date.parse(nextRunDate)).toBe(86_400_000);
    const paused = await call('PUT', `/${id}`, { body: { isPaused: true } });
    expect(paused.body.data.nextRunDate).toBeNull();
    await runDataFeeds(undefined, undefined, () => new Date(Date.parse(nextRunDate) + 2 * 86_400_000));
    expect((await call('GET', `/${id}/runs`)).body.data.runs).toHaveLength(1);
  });

  it('lists its runs by cursor, and leaves nothing when it is deleted', async () => {
    const id = await createFeed({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    for (let run = 0; run < 3; run += 1) await runOnce(id);
    const first = (await call('GET', `/${id}/runs?limit=2`)).body.data;
    expect(first.runs).toHaveLength(2);
    const rest = (await call('GET', `/${id}/runs?limit=2&cursor=${first.next}`)).body.data;
    expect(rest.runs).toHaveLength(1);
    expect(rest.next).toBeUndefined();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await runJob();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const store = platform.store('demo');
    expect(await store.queryAll(store.partition(`FEED#${id}`))).toEqual([]);
  });
});
