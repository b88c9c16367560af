// Digests: each change reported once, "new" meaning newly seen; at the local hour; in words for people
// (docs/interface/billtracking.md#digests).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillAction } from '../../../functions/billtracking/bills/record/bill.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { resolveEventTimes } from '../../../functions/billtracking/events/record/event-times.ts';
import { fanOut } from '../../../functions/billtracking/events/subscriptions/deliveries/fan-out.ts';
import { nextDigestTime } from '../../../functions/billtracking/events/subscriptions/digest-schedule.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { buildTimerRules } from '../../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import type { OutboxItem } from '../../../shared/mail/outbox.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { buildBill } from '../bills/bills-platform.ts';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';

let service: DeliveriesPlatform;
beforeAll(async () => {
  service = await startDeliveriesPlatform();
});
afterAll(() => service?.stop());

const getStore = () => service.platform.store('demo');
const hoursFromNow = (count: number) => new Date(Date.now() + count * 3_600_000);
const runTimersAt = (now: Date) => service.runTimers(now);
const listMailsTo = async (to: string): Promise<readonly OutboxItem[]> =>
  (await service.listMailsTo(to)).filter((mail) => !mail.subject.startsWith('Please confirm'));
const subscribeByMail = async (email: string, body: object = {}) => {
  const created = await service.subscribe({
    channel: { type: 'mail', email, digest: { frequency: 'hourly' } },
    ...body,
  });
  await service.confirm(email);
  return created;
};

const importBill = async (
  billNumber: string,
  actions: readonly BillAction[],
  more: Parameters<typeof buildBill>[1] = {},
): Promise<string> => {
  const last = actions.at(-1);
  const content = buildBill(billNumber, { lastActionOn: last?.date, lastActionTaken: last?.text, ...more });
  const [result] = await upsertBills(getStore(), [{ content, actions }], new Date());
  return result?.billId ?? '';
};
const today = new Date().toISOString().slice(0, 10);
const formatDay = (date: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' }).format(new Date(date));

describe('a digest', () => {
  it('contains everything that is new in one mail, once, and is not sent when nothing is new', async () => {
    const { billId } = service.platform.demo.values;
    const to = 'once@example.org';
    await service.track(billId ?? '', { trackingStatus: 'TRACKING', position: 'NEUTRAL' });
    await service.waitUntilSettled();
    const { id } = await subscribeByMail(to, {
      name: 'Rents',
      filter: { stateIds: [53] },
      what: { events: true, bills: ['status', 'position'] },
    });
    const event = await service.saveEvent({ title: 'Hearing on rents', location: 'Room A' });
    await service.saveEvent({ id: event.id, title: 'Hearing on rents', location: 'Room B' });
    await service.saveEvent({ title: 'Vote on rents', eventType: 'VOTE', startDate: '2083-02-02' });
    await service.track(billId ?? '', { position: 'SUPPORT' });
    await service.waitUntilSettled();
    await runTimersAt(new Date());
    expect(await listMailsTo(to)).toEqual([]);
    await runTimersAt(hoursFromNow(1.1));
    const [mail, ...rest] = await listMailsTo(to);
    expect(rest).toEqual([]);
    expect(mail?.subject).toBe('Rents: changes in 2 events and 1 bill');
    expect(mail?.text).toContain(
      'New: Hearing on rents\n  Monday, February 1, 2083, 1:30 PM to 3:00 PM PST\n  Room B',
    );
    expect(mail?.text.indexOf('Hearing on rents')).toBeLessThan(mail?.text.indexOf('Vote on rents') ?? 0);
    expect(mail?.text).toContain('\n  Our position: support');
    await runTimersAt(hoursFromNow(2.2));
    expect(await listMailsTo(to)).toHaveLength(1);
    const [delivery] = await service.listDeliveries(id);
    expect(delivery).toMatchObject({ state: 'delivered', type: 'subscription.digest' });
    expect(delivery.message.data.changeIds).toHaveLength(4);
  });

  it('describes each change in words for people', async () => {
    const to = 'words@example.org';
    const base = { title: 'Executive session', startDate: '2083-03-01' };
    const events: { readonly id: string }[] = [];
    for (let number = 0; number < 4; number += 1)
      events.push(await service.saveEvent({ ...base, title: `Session ${number}` }));
    await service.waitUntilSettled();
    await subscribeByMail(to, { what: { events: true, bills: [] } });
    const change = (index: number, body: object) =>
      service.saveEvent({ ...base, id: events[index]?.id, title: `Session ${index}`, ...body });
    await change(0, { status: 'CANCELLED' });
    await change(1, { startDate: '2083-03-02' });
    await change(2, { status: 'POSTPONED' });
    await change(3, { location: 'Room 4' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const text = (await listMailsTo(to))[0]?.text;
    for (const words of [
      'Cancelled: Session 0',
      'Moved: Session 1\n  Tuesday, March 2, 2083',
      'Postponed: Session 2\n  was Monday, March 1, 2083, 1:30 PM to 3:00 PM PST; no new date yet',
      'New place: Session 3',
    ])
      expect(text).toContain(words);
  });

  it('omits a bill that was archived before the mail was sent, also in later digests', async () => {
    const { billId } = service.platform.demo.values;
    const to = 'archived@example.org';
    await service.track(billId ?? '', { trackingStatus: 'TRACKING', position: 'NEUTRAL' });
    await service.waitUntilSettled();
    await subscribeByMail(to, {
      filter: { billIds: [billId] },
      what: { events: false, bills: ['position'] },
    });
    await service.track(billId ?? '', { position: 'OPPOSE' });
    await service.waitUntilSettled();
    await service.track(billId ?? '', { trackingStatus: 'ARCHIVED' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    await service.track(billId ?? '', { trackingStatus: 'PRIORITY' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(2.2));
    expect(await listMailsTo(to)).toEqual([]);
  });

  it('with more changes than fit is sent in parts, each change in one of them', async () => {
    const to = 'many@example.org';
    await subscribeByMail(to, { filter: { stateIds: [6] }, what: { events: true } });
    // Imported, because 95 calls that update the same counter delay each other for most of a minute on a busy machine.
    const resolved = resolveEventTimes(
      { startDate: '2083-02-01', startTime: '09:00' },
      'America/Los_Angeles',
    );
    if ('errors' in resolved) throw new Error(JSON.stringify(resolved.errors));
    const events = Array.from({ length: 95 }, (_, index) => ({
      ...resolved.times,
      title: `Meeting ${index};`,
      eventType: 'HEARING' as const,
      status: 'SCHEDULED' as const,
      stateId: 6,
      committees: [],
      billIds: [],
      sourceId: `meeting-${index}`,
    }));
    const outcomes = await upsertEvents(getStore(), events, new Date());
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    await service.waitUntilSettled();
    while (await runTimersAt(hoursFromNow(1.1)));
    const mails = await listMailsTo(to);
    expect(mails).toHaveLength(2);
    const text = mails.map((mail) => mail.text).join();
    for (let number = 0; number < 95; number += 1)
      expect(text.split(`New: Meeting ${number};`)).toHaveLength(2);
  });

  it('is not sent while it is paused, and a replay delivers what was missed', async () => {
    const to = 'paused@example.org';
    const { id } = await subscribeByMail(to, { filter: { stateIds: [4] } });
    const begun = new Date(Date.now() - 1000).toISOString();
    await service.call('POST', `event/subscription/${id}/pause`);
    await service.saveEvent({ stateId: 4, title: 'Missed' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    expect(
      (await service.call('POST', `event/subscription/${id}/replay`, { body: { from: begun } })).status,
    ).toBe(409);
    await service.call('POST', `event/subscription/${id}/resume`);
    await service.call('POST', `event/subscription/${id}/replay`, { body: { from: begun } });
    // A minute later the change feed has settled; the rest of a long replay is due at once after each part.
    const later = new Date(Date.now() + 60_000);
    const run = {
      area: 'billtracking',
      rules: buildTimerRules(later),
      now: later,
      newId: () => crypto.randomUUID(),
      hasTime: () => true,
    } as const;
    while (await runDueTimers(getStore(), run));
    await runTimersAt(hoursFromNow(1.1));
    const [mail] = await listMailsTo(to);
    expect(mail?.text).toContain('New: Missed');
  });

  it('tells the old and the new value of every change, in text and in HTML', async () => {
    const to = 'values@example.org';
    const billId = await importBill('HB 7001', [], { title: 'Rents & <leases>' });
    await service.track(billId, { trackingStatus: 'TRACKING', position: 'NEUTRAL' });
    const agenda = { title: 'Rents', stateId: 24, billIds: [billId] };
    const { id } = await service.saveEvent({ ...agenda, title: 'Rent', location: 'Room A' });
    await service.waitUntilSettled();
    await subscribeByMail(to, {
      filter: { billIds: [billId] },
      what: { events: true, bills: ['status', 'position'] },
    });
    await service.saveEvent({ ...agenda, id, location: 'Room B' });
    await service.saveEvent({ ...agenda, id, startDate: '2083-02-02', location: 'Room C' });
    await service.track(billId, { position: 'SUPPORT' });
    await service.track(billId, { position: 'OPPOSE', trackingStatus: 'PRIORITY' });
    await importBill('HB 7001', [], { title: 'Rents & <leases>', status: 'In committee' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const [mail] = await listMailsTo(to);
    const lines = [
      'Moved, new place: Rents',
      'Tuesday, February 2, 2083, 1:30 PM to 3:00 PM EST',
      'was Monday, February 1, 2083, 1:30 PM to 3:00 PM EST',
      'Room C (was Room A, then Room B)',
      'Title: Rents (was Rent)',
      'Tracking status: priority (was tracking)',
      'Status: In committee (was Introduced)',
      'Our position: oppose (was neutral, then support)',
    ];
    for (const line of lines) {
      expect(mail?.text).toContain(line);
      expect(mail?.html).toContain(line);
    }
    expect(mail?.html).toContain('<strong>HB 7001 Rents &amp; &lt;leases&gt;</strong>');
    expect(mail?.html).toMatch(/<a href="http[^"]+">Unsubscribe<\/a>/);
  });

  it('tells what came to a bill and what went from it, each kind to those who subscribed to it', async () => {
    const billId = await importBill('HB 7003', [], {
      title: 'Rents',
      sponsors: [
        { name: 'Ada Lane', isPrimary: true },
        { name: 'Bo Reed', isPrimary: false },
      ],
      committees: [{ id: 1, name: 'Housing', chamber: 'lower' }],
      versions: [{ type: 'First Reader', date: '2026-01-10', url: 'https://leg.example/1.pdf' }],
    });
    await service.track(billId, { trackingStatus: 'TRACKING' });
    await service.waitUntilSettled();
    const filter = { billIds: [billId] };
    const kinds = ['title', 'sponsor', 'committee', 'version', 'document', 'relation', 'vote'];
    await subscribeByMail('kinds@example.org', { filter, what: { events: false, bills: kinds } });
    await subscribeByMail('sponsors@example.org', { filter, what: { events: false, bills: ['sponsor'] } });
    await subscribeByMail('none@example.org', { filter, what: { events: false, bills: ['status'] } });
    await importBill('HB 7003', [], {
      title: 'Rents and deposits',
      sponsors: [
        { name: 'Ada Lane', isPrimary: true },
        { name: 'Cy Moss', isPrimary: false },
      ],
      committees: [{ id: 2, name: 'Finance', chamber: 'lower' }],
      versions: [
        { type: 'First Reader', date: '2026-01-10', url: 'https://leg.example/1.pdf' },
        { type: 'Engrossed', date: '2026-02-20', url: 'https://leg.example/2.pdf' },
      ],
      documents: [{ kind: 'FISCAL_NOTE', type: 'Fiscal note', url: 'https://leg.example/note.pdf' }],
      relations: [{ relation: 'companion', stateId: 24, session: '2026', billNumber: 'SB 12' }],
    });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const [mail] = await listMailsTo('kinds@example.org');
    const sponsors = ['New sponsor: Cy Moss', 'No longer sponsor: Bo Reed'];
    const others = [
      'Title: Rents and deposits (was Rents)',
      'New committee: Finance',
      'No longer committee: Housing',
      'New version: Engrossed, Friday, February 20, 2026, https://leg.example/2.pdf',
      'New document: Fiscal note, https://leg.example/note.pdf',
      'New related bill: SB 12 (companion, 2026)',
    ];
    for (const line of [...sponsors, ...others]) expect(mail?.text).toContain(line);
    expect(mail?.text).not.toMatch(/First Reader|Ada Lane/);
    const [own] = await listMailsTo('sponsors@example.org');
    for (const line of sponsors) expect(own?.text).toContain(line);
    for (const line of others) expect(own?.text).not.toContain(line);
    expect(await listMailsTo('none@example.org')).toEqual([]);
    await importBill('HB 7003', [], {
      title: 'Rents and deposits',
      sponsors: [
        { name: 'Cy Moss', isPrimary: true },
        { name: 'Ada Lane', isPrimary: false },
      ],
    });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(2.2));
    const texts = (await listMailsTo('sponsors@example.org')).map(({ text }) => text);
    expect(texts.join()).toContain('HB 7003 Rents and deposits\n  Details have changed');
  });

  it('tells earlier values in the order of the changes, in whatever order the bus brought them', async () => {
    const to = 'any-order@example.org';
    const event = { title: 'Any order', stateId: 25, location: 'Room A' };
    const { id } = await service.saveEvent(event);
    await service.waitUntilSettled();
    await subscribeByMail(to, { filter: { stateIds: [25] }, what: { events: true, bills: [] } });
    const rooms = ['B', 'C', 'D', 'E', 'F'];
    for (const room of rooms) await service.saveEvent({ ...event, id, location: `Room ${room}` });
    const { items } = await changesAfter(getStore(), undefined, 10_000, new Date(Date.now() + 60_000));
    const changes = items.filter(({ subject, data }) => subject === id && data.version !== 1).reverse();
    for (const change of changes) await fanOut(getStore(), change, { now: new Date() });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const [mail] = await listMailsTo(to);
    expect(mail?.text).toContain('Room F (was Room A, then Room B, then Room C, then Room D, then Room E)');
  });

  it('tells every change of a bill that is new in it', async () => {
    const to = 'new-bill@example.org';
    await subscribeByMail(to, {
      filter: { stateIds: [24] },
      what: { events: false, bills: ['status', 'action', 'position'] },
    });
    const first = { date: today, text: 'First reading' };
    const billId = await importBill('HB 7002', [first], { introducedDate: today });
    await service.track(billId, { trackingStatus: 'WATCHING', position: 'SUPPORT' });
    await importBill('HB 7002', [first, { date: today, text: 'Hearing held' }], {
      introducedDate: today,
      status: 'In committee',
    });
    await service.waitUntilSettled();
    // The bill was not tracked yet when its creation was fanned out; the sweep finds that it is now.
    const { items } = await changesAfter(getStore(), undefined, 10_000, hoursFromNow(1));
    for (const change of items.filter(({ type, subject }) => type === 'bill.created' && subject === billId))
      await fanOut(getStore(), change, { now: new Date() });
    await runTimersAt(hoursFromNow(1.1));
    const text = (await listMailsTo(to))[0]?.text;
    for (const words of [
      'New: HB 7002 Concerning HB 7002',
      'Tracking status: watching (was not tracked)',
      'Status: In committee (was Introduced)',
      `${formatDay(today)}: First reading`,
      `${formatDay(today)}: Hearing held`,
      'Our position: support (was no position)',
    ])
      expect(text).toContain(words);
  });

  it('tells each action of the period once, and one that an import brought late as late', async () => {
    const to = 'late@example.org';
    const before = [{ date: addDays(today, -60), text: 'First reading' }];
    const billId = await importBill('HB 7003', before);
    await service.track(billId, { trackingStatus: 'TRACKING' });
    await service.waitUntilSettled();
    await subscribeByMail(to, {
      filter: { billIds: [billId] },
      what: { events: false, bills: ['action'] },
    });
    const late = { date: addDays(today, -30), text: 'Referred to Ways and Means' };
    await importBill('HB 7003', [...before, late, { date: today, text: 'Reported favorably' }]);
    await importBill('HB 7003', [
      ...before,
      late,
      { date: today, text: 'Reported favorably' },
      { date: today, text: 'Passed' },
    ]);
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const text = (await listMailsTo(to))[0]?.text ?? '';
    expect(text).toContain(`\n  Entered late: ${formatDay(late.date)}: Referred to Ways and Means\n`);
    expect(text).toContain(`\n  ${formatDay(today)}: Reported favorably\n  ${formatDay(today)}: Passed\n`);
    expect(text).not.toContain('First reading');
    // An action in the middle changes neither the last action nor, with one withdrawn, the number of actions.
    const other = { date: addDays(today, -29), text: 'Re-referred to Judiciary' };
    await importBill('HB 7003', [
      ...before,
      other,
      { date: today, text: 'Reported favorably' },
      { date: today, text: 'Passed' },
    ]);
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(2.2));
    const second = (await listMailsTo(to)).find(({ text: body }) => body !== text)?.text;
    expect(second).toContain(`\n  Entered late: ${formatDay(other.date)}: Re-referred to Judiciary\n`);
    expect(second).not.toContain('Passed');
  });

  it('announces no hearing as new that is over', async () => {
    const to = 'over@example.org';
    await subscribeByMail(to, { filter: { stateIds: [41] }, what: { events: true } });
    const past = addDays(today, -40);
    await service.saveEvent({ stateId: 41, title: 'Long ago', startDate: past });
    await service.saveEvent({ stateId: 41, title: 'Some day' });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    const text = (await listMailsTo(to))[0]?.text ?? '';
    expect(text).toContain('New: Some day');
    expect(text).toContain(
      `CALENDAR: ALREADY OVER\n\nEntered late, already over: Long ago\n  ${formatDay(past)}`,
    );
    expect(text).not.toContain('New: Long ago');
  });

  it('reports that an event of an earlier digest no longer concerns the subscription', async () => {
    const to = 'left@example.org';
    const billId = await importBill('HB 7004', []);
    await service.track(billId, { trackingStatus: 'TRACKING' });
    await service.waitUntilSettled();
    await subscribeByMail(to, { filter: { billIds: [billId] }, what: { events: true } });
    const { id } = await service.saveEvent({ title: 'Voting session', stateId: 24, billIds: [billId] });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(1.1));
    await service.saveEvent({ id, title: 'Voting session', stateId: 24, billIds: [] });
    await service.waitUntilSettled();
    await runTimersAt(hoursFromNow(2.2));
    const texts = (await listMailsTo(to)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join()).toContain('No longer in this subscription: Voting session');
    expect(texts.join()).toContain('Removed from the agenda: HB 7004');
  });
});

describe('the hour of a digest', () => {
  const zone = { timeZone: 'America/New_York' };
  it.each([
    [{ frequency: 'hourly' as const, ...zone }, '2027-03-01T12:30:00Z', '2027-03-01T13:00:00.000Z'],
    [{ frequency: 'daily' as const, hour: 7, ...zone }, '2027-03-01T11:59:00Z', '2027-03-01T12:00:00.000Z'],
    [{ frequency: 'daily' as const, hour: 7, ...zone }, '2027-03-01T12:00:00Z', '2027-03-02T12:00:00.000Z'],
    // Daylight saving time begins on the 14th: 07:00 is an hour earlier in UTC, and 02:00 does not exist.
    [{ frequency: 'daily' as const, hour: 7, ...zone }, '2027-03-13T12:00:00Z', '2027-03-14T11:00:00.000Z'],
    [{ frequency: 'daily' as const, hour: 2, ...zone }, '2027-03-13T12:00:00Z', '2027-03-14T07:00:00.000Z'],
    [
      { frequency: 'weekly' as const, hour: 7, weekday: 1, ...zone },
      '2027-03-01T12:00:00Z',
      '2027-03-08T12:00:00.000Z',
    ],
    [
      { frequency: 'weekly' as const, hour: 7, weekday: 7, ...zone },
      '2027-03-01T12:00:00Z',
      '2027-03-07T12:00:00.000Z',
    ],
  ])('%o after %s is %s', (times, now, next) => {
    expect(nextDigestTime(times, new Date(now)).toISOString()).toBe(next);
  });
});
