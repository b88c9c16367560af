// Key dates as calendar events, in feeds and alerts; one shape of an event for readers and webhooks; what mirrors are sent
// an archived bill; what a push notice shows (docs/interface/billtracking.md#key-dates, #deliveries).
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { buildBill } from '../bills/bills-platform.ts';
import { useWebhookDeliveries } from '../subscriptions/webhook-deliveries.ts';

const platform = useWebhookDeliveries();
const getStore = () => platform.service.platform.store('demo');

const call = (method: string, path: string, body?: unknown) =>
  platform.service.platform.call(method, 'billtracking', `/api/1.0/${path}`, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
  });
/** Georgia's session of 2026, with days that are consecutive from a date on. */
const saveDays = async (
  from: string,
  numbers: { crossoverDay?: number; sineDieDay?: number },
  count = 40,
) => {
  const days = Array.from({ length: count }, (_, index) => ({
    legislativeDay: index + 1,
    date: new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  }));
  const reply = await call('POST', 'CapitolReport/save-legislationDays/13', {
    sessionId: 1302,
    days,
    isComplete: count === 40,
    ...numbers,
  });
  expect(reply.status, reply.text).toBe(200);
};
const listKeyDates = async () =>
  (await call('POST', 'bill/event/calendar', { stateIds: [13], sessionIds: [1302], keyDatesOnly: true })).body
    .collection as Record<string, unknown>[];
const shown = async () =>
  (await listKeyDates()).map(({ keyDate, title, startDate, status }) => [keyDate, title, startDate, status]);

describe('key dates', () => {
  beforeAll(async () => {
    const clockOffsetSeconds = Math.round((Date.parse('2026-01-10T17:00:00Z') - Date.now()) / 1000);
    await commit([update(tenantKey(getStore()), { set: { clockOffsetSeconds } })]);
  });
  afterAll(() => commit([update(tenantKey(getStore()), { set: { clockOffsetSeconds: 0 } })]));

  it('are in the calendar as soon as the days of the session are saved, and move with them', async () => {
    await saveDays('2026-01-12', { crossoverDay: 28, sineDieDay: 40 });
    expect(await shown()).toEqual([
      ['CROSSOVER', 'Crossover: legislative day 28', '2026-02-08', 'SCHEDULED'],
      ['SINE_DIE', 'Sine die: legislative day 40', '2026-02-20', 'SCHEDULED'],
    ]);
    const [before] = await listKeyDates();
    await saveDays('2026-01-14', { crossoverDay: 28, sineDieDay: 40 });
    const [after] = await listKeyDates();
    expect(after).toMatchObject({ id: before?.id, startDate: '2026-02-10', sequence: 1, isAllDay: true });
  });

  it('are postponed while their day is not set, and cancelled when there is no such deadline any more', async () => {
    await saveDays('2026-01-14', { crossoverDay: 28, sineDieDay: 40 }, 20);
    expect((await shown()).find(([keyDate]) => keyDate === 'CROSSOVER')?.[3]).toBe('POSTPONED');
    await saveDays('2026-01-14', { sineDieDay: 40 }, 20);
    expect((await shown()).find(([keyDate]) => keyDate === 'CROSSOVER')?.[3]).toBe('CANCELLED');
    await saveDays('2026-01-14', { crossoverDay: 28, sineDieDay: 40 });
    expect((await shown()).map(([, , , status]) => status)).toEqual(['SCHEDULED', 'SCHEDULED']);
  });

  it('are sent to followers of tracked bills only, and may be entered as deadlines', async () => {
    const follows = { filter: { stateIds: [13], trackedOnly: true }, what: { events: true, keyDates: true } };
    await platform.subscribeWebhook(follows);
    const { feedAddress, id } = await platform.service.subscribe({
      ...follows,
      channel: { type: 'calendar' },
    });
    platform.deleteLater(id);
    await platform.service.saveEvent({ stateId: 13, title: 'About no bill', startDate: '2026-02-03' });
    await platform.service.saveEvent({
      stateId: 13,
      title: 'Last day for bills to leave committee',
      eventType: 'FLOOR_SESSION',
      keyDate: 'DEADLINE',
      startDate: '2026-02-02',
      startTime: null,
      endTime: null,
      isAllDay: true,
    });
    await saveDays('2026-01-15', { crossoverDay: 28, sineDieDay: 40 });
    await platform.service.waitUntilSettled();
    const titles = platform.receiver.received.map(({ body }) => JSON.parse(body).data.event.title);
    expect(titles.toSorted()).toEqual([
      'Crossover: legislative day 28',
      'Last day for bills to leave committee',
      'Sine die: legislative day 40',
    ]);
    const text = await (await fetch(feedAddress)).text();
    const events = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents('vevent')
      .map((event) => new ICAL.Event(event));
    expect(events.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['Last day for bills to leave committee', '2026-02-02'],
      ['Crossover: legislative day 28', '2026-02-11'],
      ['Sine die: legislative day 40', '2026-02-23'],
    ]);
    const parsed = Object.values(nodeIcal.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT');
    expect(parsed).toHaveLength(3);
  });
});

describe('a message', () => {
  it('has a calendar event in the shape of the API', async () => {
    await platform.subscribeWebhook({ filter: { stateIds: [53] }, what: { events: true } });
    const { billId } = platform.service.platform.demo.values;
    const { id } = await platform.service.saveEvent({ title: 'One shape', billIds: [Number(billId)] });
    await platform.service.waitUntilSettled();
    const { documents, witnesses, notices, sources, ...read } = (await call('GET', `bill/event/${id}`)).body
      .data;
    expect(JSON.parse(platform.receiver.received[0]?.body ?? '{}').data.event).toEqual(read);
  });

  it('tells a mirror once that an archived bill leaves, and nothing more of it', async () => {
    await platform.subscribeWebhook({ what: { events: false, bills: ['status'] } });
    const [result] = await upsertBills(
      getStore(),
      [{ content: buildBill('HB 7201'), actions: [] }],
      new Date(),
    );
    const billId = result?.billId ?? '';
    await platform.service.waitUntilSettled();
    await platform.service.track(billId, { trackingStatus: 'TRACKING' });
    await platform.service.waitUntilSettled();
    await platform.service.track(billId, { trackingStatus: 'ARCHIVED' });
    await platform.service.waitUntilSettled();
    await platform.service.track(billId, { trackingStatus: 'NOT_TRACKED' });
    await platform.service.waitUntilSettled();
    const messages = platform.receiver.received.map(({ body }) => JSON.parse(body).data);
    expect(messages.map(({ bill, leftFilter }) => [bill.trackingStatus, leftFilter])).toEqual([
      ['TRACKING', undefined],
      ['ARCHIVED', true],
    ]);
  });

  it('to a push subscription is announced with what a screen shows', async () => {
    const { id } = await platform.service.subscribe({
      filter: { stateIds: [53] },
      what: { events: true },
      channel: { type: 'push' },
    });
    platform.deleteLater(id);
    const event = await platform.service.saveEvent({ title: 'Hearing on ferries', location: 'Room C' });
    await platform.service.waitUntilSettled();
    await platform.service.waitUntilSettled();
    const page = await changesAfter(getStore(), undefined, 5000, new Date(Date.now() + 60_000));
    const notices = page.items.filter(
      ({ type, subject }) => type.startsWith('event-notices.') && subject.startsWith(id),
    );
    expect(notices.at(-1)?.data.notice).toEqual({
      type: 'calendar-event.created',
      title: 'Hearing on ferries',
      text: 'SCHEDULED, 2083-02-01, 13:30, Room C',
      recordId: event.id,
    });
  });
});
