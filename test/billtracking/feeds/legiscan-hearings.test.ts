// The hearings that bills of LegiScan carry, read by a feed, which asks only for bills that changed (API User Manual, getBill: calendar;
// descriptions and times as those of Colorado HB1005 of 2020, where several hearings of a bill have one description).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildLegiscanBill, type FeedProviders } from './feed-providers.ts';

let platform: FeedPlatform['platform'];
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
  const body = { name: 'Vermont', provider: 'LEGISCAN_API', stateIds: [50], key: 'a-secret-key' };
  expect((await call('POST', '', { body })).status).toBe(201);
});
afterAll(() => stop?.());

/** Reads what LegiScan has: the days of the hearings of each bill. */
async function readOn(day: string, calendars: Readonly<Record<number, readonly string[]>>): Promise<void> {
  providers.legiscan.bills = Object.entries(calendars).map(([id, days]) =>
    buildLegiscanBill(Number(id), days.join(), {
      calendar: days.map((text) => {
        const [date, time = '13:30'] = text.split(' ');
        return {
          type_id: 1,
          type: 'Hearing',
          date,
          time,
          location: 'Room 0107',
          description: 'House Education Hearing',
        };
      }),
    }),
  );
  await runDataFeeds(undefined, undefined, () => new Date(`${day}T16:00:00Z`));
}

interface Hearing {
  readonly id: string;
  readonly startDate: string;
  readonly startTime?: string;
  readonly status: string;
  readonly bills: readonly { readonly billNumber: string }[];
}

async function listHearings(startDate: string, endDate: string) {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/bill/event/calendar', {
    tenant: 'demo',
    body: { stateIds: [50], startDate, endDate, pageSize: 100 },
  });
  return Promise.all(
    body.collection.map(async ({ id, startDate: day, status, bills }: Hearing) => {
      const read = await platform.call('GET', 'billtracking', `/api/1.0/bill/event/${id}`, {
        tenant: 'demo',
      });
      const notices: { what: string; source: string }[] = read.body.data.notices;
      const numbers = bills.map(({ billNumber }) => billNumber).join(' and ');
      return `${day} ${status}: ${numbers}; ${notices.map(({ what, source }) => `${what} by ${source}`).join(', ')}`;
    }),
  );
}

it('a bill that goes to the next hearing of a committee leaves the other bills where they are', async () => {
  await readOn('2027-01-10', { 1: ['2027-02-02'], 2: ['2027-02-02'], 3: ['2027-02-02'] });
  expect(await listHearings('2027-02-01', '2027-02-28')).toEqual([
    '2027-02-02 SCHEDULED: H 1 and H 2 and H 3; ANNOUNCED by LEGISCAN_API',
  ]);
  await readOn('2027-01-11', { 1: ['2027-02-09'], 2: ['2027-02-02'], 3: ['2027-02-02'] });
  expect(await listHearings('2027-02-01', '2027-02-28')).toEqual([
    '2027-02-02 SCHEDULED: H 2 and H 3; ANNOUNCED by LEGISCAN_API, AGENDA_CHANGED by LEGISCAN_API',
    '2027-02-09 SCHEDULED: H 1; ANNOUNCED by LEGISCAN_API',
  ]);
});

it('a hearing that is moved with its bills is the same, and so is one whose hour becomes known', async () => {
  await readOn('2027-01-15', { 11: ['2027-03-02 00:00'], 12: ['2027-03-02 00:00'] });
  await readOn('2027-01-16', { 11: ['2027-03-02'], 12: ['2027-03-02'] });
  await readOn('2027-01-17', { 11: ['2027-03-09'], 12: ['2027-03-09'] });
  expect(await listHearings('2027-03-01', '2027-03-31')).toEqual([
    '2027-03-09 SCHEDULED: H 11 and H 12; ANNOUNCED by LEGISCAN_API, MOVED by LEGISCAN_API, MOVED by LEGISCAN_API',
  ]);
});

it('a hearing of more bills than are read at once is moved as one', async () => {
  const numbers = Array.from({ length: 45 }, (_, index) => 101 + index);
  const on = (day: string) => Object.fromEntries(numbers.map((number) => [number, [day]]));
  await readOn('2027-01-18', on('2027-05-04'));
  await readOn('2027-01-19', on('2027-05-11'));
  const bills = numbers.map((number) => `H ${number}`).join(' and ');
  expect(await listHearings('2027-05-01', '2027-05-31')).toEqual([
    `2027-05-11 SCHEDULED: ${bills}; ANNOUNCED by LEGISCAN_API, AGENDA_CHANGED by LEGISCAN_API, AGENDA_CHANGED by LEGISCAN_API, MOVED by LEGISCAN_API`,
  ]);
});

it('a second hearing of a bill is another one', async () => {
  await readOn('2027-01-20', { 21: ['2027-04-06'] });
  await readOn('2027-01-21', { 21: ['2027-04-06', '2027-04-13'] });
  expect(await listHearings('2027-04-01', '2027-04-30')).toEqual([
    '2027-04-06 SCHEDULED: H 21; ANNOUNCED by LEGISCAN_API',
    '2027-04-13 SCHEDULED: H 21; ANNOUNCED by LEGISCAN_API',
  ]);
});
