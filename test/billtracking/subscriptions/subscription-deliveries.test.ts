// Subscriptions that deliver: each change once, in order, signed
// (docs/interface/billtracking.md#deliveries; docs/events.md#timers-and-notifications).
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { BillAction, RollCall } from '../../../functions/billtracking/bills/record/bill.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { fanOut } from '../../../functions/billtracking/events/subscriptions/deliveries/fan-out.ts';
import {
  sendDueSubjectQueues,
  sweepChanges,
} from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { buildBill } from '../bills/bills-platform.ts';
import { useWebhookDeliveries } from './webhook-deliveries.ts';
import type { ReceivedMessage } from './webhook-receiver.ts';

const deliveries = useWebhookDeliveries();
const verifyMessage = (secret: string, { body, headers }: ReceivedMessage) => {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  // biome-ignore lint/suspicious/noExplicitAny: the body of a message
  return new Webhook(secret).verify(body, plain) as any;
};
const getStore = () => deliveries.service.platform.store('demo');
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const parseReceivedBodies = () => deliveries.receiver.received.map(({ body }) => JSON.parse(body));

describe('a change of a calendar event', () => {
  it('is sent to every webhook whose filter it matches, signed and once, and to no other', async () => {
    const [fitting, all, other] = [
      await deliveries.subscribeWebhook({ filter: { stateIds: [53], eventTypes: ['HEARING'] } }),
      await deliveries.subscribeWebhook(),
      await deliveries.subscribeWebhook({ filter: { eventTypes: ['VOTE'] } }),
    ];
    const event = await deliveries.service.saveEvent({ title: 'Hearing on rents' });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(2);
    for (const subscription of [fitting, all]) {
      const received = deliveries.receiver.received.find(({ body }) => body.includes(subscription.id));
      if (!received) throw new Error('nothing was received');
      const message = verifyMessage(subscription.secret, received);
      expect(message).toMatchObject({
        type: 'calendar-event.created',
        data: { subject: event.id, version: 1, event: { title: 'Hearing on rents', sequence: 0 } },
      });
      const [delivery] = await deliveries.service.listDeliveries(subscription.id);
      expect(delivery).toMatchObject({
        id: message.data.changeId,
        state: 'delivered',
        attempts: [{ status: 200 }],
      });
    }
    expect(await deliveries.service.listDeliveries(other.id)).toEqual([]);
  });

  it('is delivered once however often it is fanned out', async () => {
    const { id } = await deliveries.subscribeWebhook();
    const event = await deliveries.service.saveEvent({ title: 'Once' });
    await deliveries.service.waitUntilSettled();
    const feed = await changesAfter(getStore(), undefined, 10_000, minutesFromNow(1));
    const changes = feed.items.filter(({ subject }) => subject === event.id);
    expect(changes).toHaveLength(1);
    for (const change of changes)
      await Promise.all([1, 2, 3].map(() => fanOut(getStore(), change, { now: new Date() })));
    await sweepChanges(getStore(), minutesFromNow(1), () => true);
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(1);
    expect(await deliveries.service.listDeliveries(id)).toHaveLength(1);
  });

  it('is delivered in the order of versions, although they are fanned out at once and in any order', async () => {
    await deliveries.subscribeWebhook();
    const event = await deliveries.service.saveEvent({ title: 'Version 1' });
    for (let version = 2; version <= 6; version += 1)
      await deliveries.service.saveEvent({ id: event.id, title: `Version ${version}` });
    const { items } = await changesAfter(getStore(), undefined, 10_000, minutesFromNow(1));
    const changes = items.filter(({ subject }) => subject === event.id).reverse();
    await Promise.all(changes.map((change) => fanOut(getStore(), change, { now: new Date() })));
    await deliveries.service.waitUntilSettled();
    const versions = parseReceivedBodies().map(({ data }) => data.version);
    expect(versions).toHaveLength(6);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(parseReceivedBodies().map(({ data }) => data.changeId)).size).toBe(6);
  });

  it('that takes it out of a filter is delivered to those that received it before, and nothing after', async () => {
    await deliveries.subscribeWebhook({ filter: { eventTypes: ['HEARING'] } });
    const event = await deliveries.service.saveEvent({ title: 'Hearing or vote' });
    const vote = { id: event.id, eventType: 'VOTE' };
    await deliveries.service.waitUntilSettled();
    await deliveries.service.saveEvent({ ...vote, title: 'A vote after all' });
    await deliveries.service.waitUntilSettled();
    await deliveries.service.saveEvent({ ...vote, title: 'A vote at noon' });
    await deliveries.service.saveEvent({ title: 'Never a hearing', eventType: 'VOTE' });
    await deliveries.service.waitUntilSettled();
    expect(parseReceivedBodies().map(({ data }) => [data.event.title, data.leftFilter])).toEqual([
      ['Hearing or vote', undefined],
      ['A vote after all', true],
    ]);
  });

  it('that concerns tracked bills is not delivered once they are archived', async () => {
    const { billId } = deliveries.service.platform.demo.values;
    await deliveries.subscribeWebhook({ filter: { trackedOnly: true } });
    await deliveries.service.track(billId ?? '', { trackingStatus: 'TRACKING' });
    const about = { billIds: [billId] };
    const event = await deliveries.service.saveEvent({ title: 'About our bill', ...about });
    await deliveries.service.saveEvent({ title: 'About none' });
    await deliveries.service.waitUntilSettled();
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['About our bill']);
    await deliveries.service.track(billId ?? '', { trackingStatus: 'ARCHIVED' });
    await deliveries.service.saveEvent({ id: event.id, title: 'Moved', startDate: '2027-02-03', ...about });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(1);
    await deliveries.service.track(billId ?? '', { trackingStatus: 'PRIORITY' });
  });
});

describe('a change of a tracked bill', () => {
  it('is delivered by its kind: status or position; nothing of an archived bill is', async () => {
    const { billId } = deliveries.service.platform.demo.values;
    await deliveries.service.track(billId ?? '', { trackingStatus: 'TRACKING', position: 'NEUTRAL' });
    await deliveries.service.waitUntilSettled();
    await deliveries.subscribeWebhook({
      what: { events: false, bills: ['position'] },
      filter: { billIds: [billId] },
    });
    await deliveries.service.track(billId ?? '', { tags: ['Rents'] });
    await deliveries.service.track(billId ?? '', { trackingStatus: 'PRIORITY' });
    await deliveries.service.track(billId ?? '', { position: 'SUPPORT' });
    await deliveries.service.waitUntilSettled();
    expect(parseReceivedBodies()).toMatchObject([
      {
        type: 'bill.updated',
        data: { changes: ['position'], bill: { position: 'SUPPORT', id: Number(billId) } },
      },
    ]);
    await deliveries.service.track(billId ?? '', { trackingStatus: 'ARCHIVED' });
    await deliveries.service.track(billId ?? '', { position: 'OPPOSE' });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(1);
    await deliveries.service.track(billId ?? '', { trackingStatus: 'PRIORITY' });
  });
});

describe('the message of a change', () => {
  it('has the old and the new value of each field, and says of an event whether it was over', async () => {
    await deliveries.subscribeWebhook();
    const { id } = await deliveries.service.saveEvent({ title: 'Values', location: 'Room A' });
    await deliveries.service.waitUntilSettled();
    await deliveries.service.saveEvent({ id, title: 'Values', location: 'Room B', startDate: '2001-02-01' });
    await deliveries.service.waitUntilSettled();
    const [created, moved] = parseReceivedBodies();
    expect(created.data).toMatchObject({ fieldChanges: [], isOver: false });
    expect(moved.data.isOver).toBe(true);
    expect(moved.data.fields).toContain('location');
    expect(moved.data.fieldChanges).toContainEqual({
      field: 'location',
      oldValue: 'Room A',
      newValue: 'Room B',
    });
    expect(moved.data.fieldChanges).toContainEqual({
      field: 'startDate',
      oldValue: '2083-02-01',
      newValue: '2001-02-01',
    });
  });

  it('has the actions and roll calls that are new of a bill, and whether each came late', async () => {
    const content = buildBill('HB 7100');
    const rollCall = { description: 'Third reading', date: '2026-01-20', passed: true, yea: 60, nay: 38 };
    const importParts = async (actions: readonly BillAction[], rollCalls: readonly RollCall[] = []) =>
      (await upsertBills(getStore(), [{ content, actions, rollCalls }], new Date()))[0]?.billId ?? '';
    const first = { date: '2026-01-12', text: 'First reading' };
    const billId = await importParts([first]);
    await deliveries.service.track(billId, { trackingStatus: 'TRACKING' });
    await deliveries.service.waitUntilSettled();
    await deliveries.subscribeWebhook({
      what: { events: false, bills: ['action'] },
      filter: { billIds: [billId] },
    });
    const second = { date: '2126-01-13', text: 'Second reading' };
    await importParts([first, second], [{ ...rollCall, notVoting: 0, absent: 0, votes: [] }]);
    await deliveries.service.waitUntilSettled();
    expect(parseReceivedBodies()).toMatchObject([
      {
        data: {
          changes: ['action', 'vote'],
          newActions: [{ ...second, isLate: false }],
          newRollCalls: [{ ...rollCall, isLate: true }],
        },
      },
    ]);
    expect(JSON.stringify(parseReceivedBodies())).not.toContain('First reading');
  });
});

describe('a change that was not fanned out', () => {
  it('is found by the sweep', async () => {
    const { id } = await deliveries.subscribeWebhook();
    await deliveries.service.call('POST', `event/subscription/${id}/pause`);
    await deliveries.service.saveEvent({ title: 'While it was paused' });
    await deliveries.service.waitUntilSettled();
    await deliveries.service.call('POST', `event/subscription/${id}/resume`);
    const event = await deliveries.service.saveEvent({ title: 'Lost call' });
    await deliveries.service.waitUntilSettled();
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['Lost call']);
    // As if the function had never been called: the subject queue is removed.
    const subjectQueue = getStore().key(`EVENT-SUBSCRIPTION#${id}`, `LANE#calendar-event#${event.id}`);
    await commit([remove(subjectQueue), remove(getStore().key('EVENT-SWEEP', 'SWEEP'))]);
    await sweepChanges(getStore(), minutesFromNow(1), () => true);
    await sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(minutesFromNow(2)));
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['Lost call', 'Lost call']);
    expect(deliveries.receiver.received[0]?.headers['webhook-id']).toBe(
      deliveries.receiver.received[1]?.headers['webhook-id'],
    );
  });
});
