// The demo tenant as it is opened: a calendar, bills, officials and a scorecard that a county's staff would believe
// (a demo tenant in npm start that follows real bills with a calendar worth opening).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isHoliday } from '../../../infra/local/demo/billtracking/holidays.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);

interface Event {
  readonly startDate: string;
  readonly bills: readonly { readonly id: number }[];
}
const events = async (startDate: string, endDate: string): Promise<Event[]> => {
  const { body, text } = await service.post('/api/1.0/bill/event/calendar', {
    stateIds: [53],
    startDate,
    endDate,
    pageSize: 500,
  });
  expect(body.collection, text).toBeDefined();
  return body.collection;
};

it('meetings are on weekdays that are not public holidays', async () => {
  const found = await events(day(-14), day(40));
  expect(found.length).toBeGreaterThan(15);
  for (const { startDate } of found) {
    expect([0, 6]).not.toContain(new Date(startDate).getUTCDay());
    expect(isHoliday(startDate), startDate).toBe(false);
  }
});

it('movable holidays are recognized', () => {
  for (const holiday of ['2026-11-26', '2026-11-27', '2026-12-25', '2027-01-18', '2027-05-31', '2027-07-05'])
    expect(isHoliday(holiday), holiday).toBe(true);
  for (const other of ['2026-11-19', '2026-12-01', '2027-01-12', '2027-05-24'])
    expect(isHoliday(other), other).toBe(false);
});

it('a signed bill has no meeting after its last action', async () => {
  const filter = {
    trackingStatuses: ['TRACKING', 'WATCHING', 'PRIORITY', 'ARCHIVED'],
    stateIds: [53],
    pageSize: 100,
  };
  const { body } = await service.post(`${publicBills}/list`, { ...filter, status: ['Signed into law'] });
  expect(body.collection.length).toBeGreaterThan(3);
  const found = await events('2025-01-01', day(60));
  expect(found.some(({ bills }) => bills.some(({ id }) => id === body.collection[0].id))).toBe(true);
  for (const bill of body.collection)
    for (const { startDate, bills } of found)
      if (bills.some(({ id }) => id === bill.id))
        expect(startDate <= bill.lastActionOn, bill.billNumber).toBe(true);
});

it('the bills in the default list have a history, versions and sponsors of the directory', async () => {
  const { body } = await service.post(`${publicBills}/list`, { stateIds: [53], sortBy: 'LastAction' });
  const signed = body.collection.filter(({ status }: { status: string }) => status === 'Signed into law');
  expect(signed.length).toBeGreaterThan(1);
  for (const { id } of signed) {
    const { body: bill } = await service.get(`/api/1.0/bill/${id}`);
    expect(bill.data.introducedDate).not.toBeNull();
    expect(bill.data.actionCount).toBeGreaterThan(4);
    expect(bill.data.rollCallCount).toBeGreaterThan(1);
    expect(bill.data.versions.length).toBeGreaterThan(0);
    expect(bill.data.sponsors[0].id).toMatch(/^[0-9a-f-]{36}$/);
  }
});

it('officials have a party and a district, and a scorecard of votes on sample bills', async () => {
  const { body } = await service.post(`${publicBills}/elected/officials-all-tabs-list`, { stateId: 53 });
  const members = [...body.stateSenateMemberList, ...body.stateHouseMemberList];
  expect(members.length).toBeGreaterThan(10);
  for (const { party, districtCode } of members) expect([party, districtCode]).not.toContain('');
  const { body: card } = await service.get('/api/1.0/bill/scorecard?sessionId=5301', service.staff);
  expect(card.data.officials.length).toBeGreaterThan(4);
  // The demo data has no invented votes of real legislators.
  for (const { name } of card.data.officials) expect(name).toMatch(/ Sample$/);
});
