// Feeds that a test creates and runs by hand, with the providers on this machine.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import type { FeedProviders } from './feed-providers.ts';

export let platform: TestPlatform;
export let providers: FeedProviders;
export let call: FeedPlatform['call'];
let minutes = 0;
// A tenant may have twenty feeds.
const created: string[] = [];

/** Starts a platform and its providers for the tests of a file; each test begins with all of the limits of the providers. */
export function useFeeds(): void {
  let stop: FeedPlatform['stop'] | undefined;
  beforeAll(async () => {
    ({ platform, providers, call, stop } = await startFeedPlatform());
  });
  afterAll(() => stop?.());
  beforeEach(async () => {
    providers.instead = undefined;
    providers.congress = { bills: [] };
    providers.openStates = {
      ...{ bills: [], events: [], archiveUpdatedAt: '2027-02-01T00:00:00+00:00' },
      ...{ filesHost: 'data.openstates.org', forms: ['csv'] },
    };
    providers.seen.length = 0;
    const store = platform.store('demo');
    await commit(
      ['openstates', 'legiscan', 'congress'].map((service) => remove(store.key('DATA-FEED-QUOTA', service))),
    );
  });
  afterEach(async () => {
    for (const id of created.splice(0)) await call('DELETE', `/${id}`);
  });
}

export async function createFeed(body: object): Promise<string> {
  const reply = await call('POST', '', {
    body: { name: 'Feed', key: 'a-secret-key', isPaused: true, ...body },
  });
  expect(reply.status, reply.text).toBe(201);
  created.push(reply.body.data.id);
  return reply.body.data.id;
}

/** What the clock of the job shows. */
export const readJobClock = (): Date => new Date(Date.now() + minutes * 60_000);

/** The clock of the job goes on by a minute with each call. */
export function runJob(later = 1) {
  minutes += later;
  return runDataFeeds(undefined, undefined, readJobClock);
}

/** Runs a feed and returns its last run. */
export async function runOnce(id: string) {
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  await runJob();
  return (await call('GET', `/${id}`)).body.data.lastRun;
}

export const counts = (created: number, changed: number, unchanged: number, refused = 0) =>
  expect.objectContaining({ created, changed, unchanged, refused });

/** A bill of Vermont that is not tracked. */
export async function findBill(billNumber: string) {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
    tenant: 'demo',
    body: { billNumber, stateIds: [50], trackingStatuses: ['NOT_TRACKED'] },
  });
  return body.collection[0];
}
