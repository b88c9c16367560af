// Reminders of key dates: on the chosen days, by every channel, each once; they move with the date and end with it
// (docs/interface/billtracking.md#reminders).
import ICAL from 'ical.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SourceEvent } from '../../../functions/billtracking/events/match-source-events.ts';
import { reminderTimerRule } from '../../../functions/billtracking/events/subscriptions/reminders/reminder-timer.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { commit, remove, update } from '../../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../../shared/data/meter.ts';
import { findTimer } from '../../../shared/schedule/timers.ts';
import { useWebhookDeliveries } from '../subscriptions/webhook-deliveries.ts';

const platform = useWebhookDeliveries();
const getStore = () => platform.service.platform.store('demo');
const setTimeZone = () => commit([update(tenantKey(getStore()), { set: { timeZone: 'America/New_York' } })]);
beforeAll(setTimeZone);
/** Each test moves the clock of a whole tenant several times, which a busy machine does slowly. */
vi.setConfig({ testTimeout: 120_000 });

/** A key date of a state that no other test uses; saved again with its id, it moves. */
let states = 20;
const takeState = (): number => {
  states += 1;
  return [4, 5, 8, 9, 10, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25][states - 21] ?? 26;
};
const saveKeyDate = async (stateId: number, startDate: string, more: object = {}) => {
  const event = await platform.service.saveEvent({
    ...{ stateId, startDate, keyDate: 'CROSSOVER', title: 'Crossover', eventType: 'FLOOR_SESSION' },
    ...{ isAllDay: true, startTime: null, endTime: null, ...more },
  });
  await platform.service.waitUntilSettled();
  return event;
};
const subscribe = async (stateId: number, body: object = {}) => {
  const subscription = await platform.subscribeWebhook({
    filter: { stateIds: [stateId] },
    what: { keyDateReminders: {} },
    ...body,
  });
  // The reminders are planned at once.
  await platform.service.runTimers(new Date());
  return subscription;
};
const nextTimer = async (id: string) =>
  (await findTimer(getStore(), { kind: 'event-reminder', subject: id }))?.dueAt;
const runAt = async (moment: string) => {
  await platform.service.runTimers(new Date(moment));
  await platform.service.waitUntilSettled();
};
const received = () =>
  platform.receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return [type, data.event.title, data.daysBefore, data.daysLeft];
  });
const read = async (id: string) => (await platform.service.call('GET', `event/subscription/${id}`)).body.data;
const reminder = (daysBefore: number, daysLeft = daysBefore) => [
  'key-date.reminder',
  'Crossover',
  daysBefore,
  daysLeft,
];

describe('reminders of a key date', () => {
  it('come a week and a day before it by default, at seven in the time zone of the tenant, each once', async () => {
    const stateId = takeState();
    await saveKeyDate(stateId, '2083-03-18');
    const { id } = await subscribe(stateId);
    // Clocks are put forward on March 14, so seven o'clock is at another hour of UTC a week before than a day before.
    expect(await nextTimer(id)).toBe('2083-03-11T12:00:00.000Z');
    await runAt('2083-03-11T11:59:00Z');
    expect(received()).toEqual([]);
    await Promise.all([runAt('2083-03-11T12:00:00Z'), runAt('2083-03-11T12:00:00Z')]);
    await runAt('2083-03-11T12:01:00Z');
    expect(received()).toEqual([reminder(7)]);
    expect(await nextTimer(id)).toBe('2083-03-17T11:00:00.000Z');
    await runAt('2083-03-17T11:00:00Z');
    expect(received()).toEqual([reminder(7), reminder(1)]);
    expect(await nextTimer(id)).toBeUndefined();
  });

  it('come on the days that the subscriber chose, which are read and sent back as they are', async () => {
    const stateId = takeState();
    await saveKeyDate(stateId, '2083-05-20');
    const { id } = await subscribe(stateId, { what: { keyDateReminders: { daysBefore: [0, 30, 3, 3] } } });
    const stored = await read(id);
    expect(stored.what).toEqual({ events: false, bills: [], keyDateReminders: { daysBefore: [30, 3, 0] } });
    const again = await platform.service.call('PUT', `event/subscription/${id}`, { body: stored });
    expect(again.body.data.what).toEqual(stored.what);
    await runAt('2083-04-20T11:00:00Z');
    await runAt('2083-05-17T11:00:00Z');
    await runAt('2083-05-20T11:00:00Z');
    expect(received()).toEqual([reminder(30), reminder(3), reminder(0)]);
  });

  it('move with the date, and end when it is cancelled or is no key date any more', async () => {
    const stateId = takeState();
    const { id } = await subscribe(stateId);
    const date = await saveKeyDate(stateId, '2083-06-20');
    await platform.service.runTimers(new Date());
    expect(await nextTimer(id)).toBe('2083-06-13T11:00:00.000Z');
    await saveKeyDate(stateId, '2083-06-15', { id: date.id });
    await platform.service.runTimers(new Date());
    expect(await nextTimer(id)).toBe('2083-06-08T11:00:00.000Z');
    await runAt('2083-06-08T11:00:00Z');
    expect(received()).toEqual([reminder(7)]);
    await saveKeyDate(stateId, '2083-06-15', { id: date.id, status: 'CANCELLED' });
    await runAt('2083-06-14T11:00:00Z');
    expect(await nextTimer(id)).toBeUndefined();
    await saveKeyDate(stateId, '2083-06-15', { id: date.id, keyDate: null });
    await runAt('2083-06-14T11:00:00Z');
    expect(received()).toEqual([reminder(7)]);
  });

  it('that are late are sent while the date is still to come, and only the latest of them', async () => {
    const stateId = takeState();
    await saveKeyDate(stateId, '2083-07-20');
    const { id } = await subscribe(stateId, { what: { keyDateReminders: { daysBefore: [10, 7, 1] } } });
    await runAt('2083-07-15T11:00:00Z');
    expect(received()).toEqual([reminder(7, 5)]);
    await runAt('2083-07-21T11:00:00Z');
    expect(received()).toEqual([reminder(7, 5)]);
    expect(await nextTimer(id)).toBeUndefined();
  });

  it('that were due before the date was set, the days were chosen or a pause ended are not sent', async () => {
    const stateId = takeState();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const inAWeek = new Date(Date.parse(yesterday) + 7 * 86_400_000).toISOString().slice(0, 10);
    await saveKeyDate(stateId, inAWeek);
    const { id } = await subscribe(stateId);
    await platform.service.call('PUT', `event/subscription/${id}`, {
      body: { what: { keyDateReminders: { daysBefore: [20, 7] } } },
    });
    await runAt(new Date().toISOString());
    await platform.service.call('POST', `event/subscription/${id}/pause`);
    expect(await nextTimer(id)).toBeUndefined();
    await platform.service.call('POST', `event/subscription/${id}/resume`);
    await runAt(new Date().toISOString());
    expect(received()).toEqual([]);
  });

  it('are of the states of the filter only, whatever else the filter says', async () => {
    const [stateId, other] = [takeState(), takeState()];
    await subscribe(stateId, { filter: { stateIds: [stateId], trackedOnly: true, eventTypes: ['HEARING'] } });
    await saveKeyDate(stateId, '2083-08-20');
    await saveKeyDate(other, '2083-08-20', { title: 'Of another state' });
    await runAt('2083-08-13T11:00:00Z');
    expect(received()).toEqual([reminder(7)]);
  });

  it('of dates that an earlier version stored come as well', async () => {
    const stateId = takeState();
    await saveKeyDate(stateId, '2083-09-20');
    const lists = getStore().partition<object>('KEY-DATES');
    const items = (await getStore().queryAll(lists)) as { readonly sk?: string; readonly stateId?: number }[];
    await commit([
      ...items.flatMap(({ stateId: each }) =>
        each === stateId ? [remove(getStore().key('KEY-DATES', `STATE#${each}`))] : [],
      ),
      remove(getStore().key('KEY-DATES', 'COMPLETE')),
    ]);
    await subscribe(stateId);
    await runAt('2083-09-13T11:00:00Z');
    expect(received()).toEqual([reminder(7)]);
  });

  it('cost the same however many hearings the calendar has', async () => {
    const stateId = takeState();
    await saveKeyDate(stateId, '2083-10-20');
    const { id } = await subscribe(stateId);
    const measure = async () => {
      const meter = createMeter();
      const timer = { type: 'timer', kind: 'event-reminder', subject: id, dueAt: '', failures: 0 } as const;
      await runWithMeter(meter, async () => {
        await reminderTimerRule(new Date())(getStore(), timer, new Date(), () => 'unused');
      });
      return meter.readUnits;
    };
    const before = await measure();
    const hearing: SourceEvent = {
      title: 'Hearing',
      eventType: 'HEARING',
      status: 'SCHEDULED',
      stateId,
      committees: [],
      billIds: [],
      timeZone: 'America/New_York',
      isAllDay: true,
      startDate: '2083-10-01',
      endDate: '2083-10-01',
    };
    await upsertEvents(
      getStore(),
      Array.from({ length: 60 }, (_, index) => ({ ...hearing, sourceId: `reminders-${index}` })),
      new Date(),
    );
    expect(await measure()).toBe(before);
    expect(before).toBeLessThanOrEqual(6);
  });
});

describe('a reminder', () => {
  it('by mail is a mail of its own with all key dates of the day, at the hour of the digests', async () => {
    const stateId = takeState();
    const to = 'reminders@example.org';
    const { id } = await platform.service.subscribe({
      name: 'Deadlines',
      filter: { stateIds: [stateId] },
      what: { keyDateReminders: { daysBefore: [2] } },
      channel: {
        type: 'mail',
        email: to,
        digest: { frequency: 'weekly', hour: 9, timeZone: 'America/Chicago' },
      },
    });
    platform.deleteLater(id);
    await platform.service.confirm(to);
    // Staff sign in with an address, which not everybody may see (docs/interface/access.md#e-mail-addresses).
    await commit([
      update(getStore().key<object>('EVENT-SUBSCRIPTIONS', id), {
        set: { createdBy: { name: 'lee@staff.example' } },
      }),
    ]);
    const content =
      'date,title,keyDate\n2083-11-20,Crossover,CROSSOVER\n2083-11-20,Last day for <amendments>,DEADLINE\n';
    const imported = await platform.service.call('POST', 'event/key-dates/import', {
      body: { stateId, content },
    });
    expect(imported.status, imported.text).toBe(200);
    await platform.service.waitUntilSettled();
    await platform.service.runTimers(new Date());
    expect(await nextTimer(id)).toBe('2083-11-18T15:00:00.000Z');
    await platform.service.runTimers(new Date('2083-11-18T15:00:00Z'));
    await platform.service.runTimers(new Date('2083-11-18T15:01:00Z'));
    const mails = (await platform.service.listMailsTo(to)).filter(({ subject }) =>
      subject.startsWith('Reminder'),
    );
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toMatch(/^Reminder: .+, in 2 days, and 1 more key date$/);
    expect(mail?.text).toContain('Crossover, in 2 days\n  Saturday, November 20, 2083, ');
    expect(mail?.html).toContain('Last day for &lt;amendments&gt;, in 2 days');
    expect(mail?.text).toContain('contact lee.\n');
    expect(`${mail?.text}${mail?.html}`).not.toContain('lee@staff.example');
    expect(mail?.headers?.['List-Unsubscribe']).toMatch(/^<https?:.+\/Unsubscribe\//);
    const [delivery] = await platform.service.listDeliveries(id);
    expect(delivery).toMatchObject({ type: 'subscription.reminder', state: 'delivered' });
  });

  it('by push is announced with what a screen shows, one for each date', async () => {
    const stateId = takeState();
    const { id } = await platform.service.subscribe({
      filter: { stateIds: [stateId] },
      what: { keyDateReminders: { daysBefore: [1] } },
      channel: { type: 'push' },
    });
    platform.deleteLater(id);
    await saveKeyDate(stateId, '2083-12-10');
    await saveKeyDate(stateId, '2083-12-10', { title: 'Sine die', keyDate: 'SINE_DIE' });
    for (let run = 0; run < 3; run += 1) await runAt('2083-12-09T12:00:00Z');
    await platform.service.waitUntilSettled();
    const page = await changesAfter(getStore(), undefined, 5000, new Date(Date.now() + 60_000));
    const notices = page.items.filter(
      ({ type, subject }) => type.startsWith('event-notices.') && subject.startsWith(id),
    );
    expect(
      notices.map(({ data }) => [data.notice?.type, data.notice?.title, data.notice?.text]).toSorted(),
    ).toEqual([
      ['key-date.reminder', 'Crossover', 'Tomorrow, SCHEDULED, 2083-12-10'],
      ['key-date.reminder', 'Sine die', 'Tomorrow, SCHEDULED, 2083-12-10'],
    ]);
    expect(await platform.service.listDeliveries(id)).toHaveLength(2);
  });

  it('in a calendar feed is an alarm on the chosen days', async () => {
    const stateId = takeState();
    const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await saveKeyDate(stateId, soon);
    const triggers = async (what: object) => {
      const { id, feedAddress } = await platform.service.subscribe({
        filter: { stateIds: [stateId] },
        what,
        channel: { type: 'calendar' },
      });
      platform.deleteLater(id);
      return new ICAL.Component(ICAL.parse(await (await fetch(feedAddress)).text()))
        .getAllSubcomponents('vevent')
        .flatMap((event) => event.getAllSubcomponents('valarm'))
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger')));
    };
    expect(await triggers({ keyDates: true, keyDateReminders: { daysBefore: [14, 0] } })).toEqual([
      '-P13DT15H',
      'PT9H',
    ]);
    expect(await triggers({ keyDates: true })).toEqual(['-P6DT15H', '-PT15H']);
  });

  it.each([
    ['days out of range', { daysBefore: [31] }, 'webhook'],
    ['no day', { daysBefore: [] }, 'webhook'],
    ['half a day', { daysBefore: [0.5] }, 'webhook'],
    ['no key dates to show in a feed', {}, 'calendar'],
  ])('with %s is refused', async (_, keyDateReminders, type) => {
    const reply = await platform.service.call('POST', 'event/subscribe', {
      body: { name: 'Wrong', what: { keyDateReminders }, channel: { type, url: platform.receiver.url } },
    });
    expect(reply.status, reply.text).toBe(400);
    expect(reply.text).toContain('what');
  });
});
