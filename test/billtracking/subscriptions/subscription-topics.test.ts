// Webhooks for every area: a subscription follows topics of the change feed (docs/events.md#topics;
// docs/interface/billtracking.md#topics), and its messages are signed, retried and replayed like those of bills.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { fanOut } from '../../../functions/billtracking/events/subscriptions/deliveries/fan-out.ts';
import {
  sendDueSubjectQueues,
  sweepChanges,
} from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { buildTimerRules } from '../../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { changeById, changesAfter } from '../../../shared/change-feed/feed.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { observeRequests } from '../../../shared/data/client.ts';
import { createMeter, runWithMeter } from '../../../shared/data/meter.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { useWebhookDeliveries } from './webhook-deliveries.ts';

const deliveries = useWebhookDeliveries();
/** What the address of a subscription received. */
const readMessages = ({ channel }: { readonly channel: { readonly url: string } }) =>
  deliveries.receiver.received
    .filter(({ path }) => channel.url.endsWith(path))
    .map(({ body }) => JSON.parse(body));

const integrator = [
  ...['billtracking.subscriptions.read', 'billtracking.subscriptions.write'],
  ...['crm.people.read', 'crm.committees.read', 'crm.committees.write', 'billtracking.bills.read'],
] as const satisfies readonly string[];

const tokenWith = (permissions: readonly string[], subject: string = randomUUID()) =>
  deliveries.service.platform.tokenFor({
    tenant: 'demo',
    permissions: permissions as readonly Permission[],
    subject,
  });

const channel = () => ({ type: 'webhook', url: `${deliveries.receiver.url}/${randomUUID()}` });

async function follow(what: object, permissions: readonly string[] = integrator, subject?: string) {
  const reply = await deliveries.service.call('POST', 'event/subscribe', {
    token: await tokenWith(permissions, subject),
    body: { name: 'Integration', what, channel: channel() },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
}

/** The deliveries of a subscription, to somebody who may read the records of its topics. */
// biome-ignore lint/suspicious/noExplicitAny: tests read bodies that were validated against their schema
async function listDeliveries(id: string): Promise<any[]> {
  const reply = await deliveries.service.call('GET', `event/subscription/${id}/deliveries`, {
    token: await tokenWith(integrator),
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data.deliveries;
}

async function createRegion(name = `Region ${randomUUID()}`): Promise<string> {
  const reply = await deliveries.service.platform.call('POST', 'crm', '/api/v1/TenantRegion', {
    tenant: 'demo',
    token: await tokenWith(integrator),
    body: { name },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}

describe('a webhook with topics', () => {
  it('gets the event of the change feed, signed: it names the record and its fields, without values', async () => {
    const { secret, id, what } = await follow({ topics: ['regions', 'people'] });
    expect(what).toEqual({ events: false, bills: [], topics: ['regions', 'people'] });
    const region = await createRegion('A telling name');
    await deliveries.service.saveEvent({ title: 'Not followed' });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(1);
    const [received] = deliveries.receiver.received;
    const headers = Object.fromEntries(
      Object.entries(received?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const message = new Webhook(secret).verify(received?.body ?? '', headers);
    const store = deliveries.service.platform.store('demo');
    expect(message).toEqual(await changeById(store, (message as { readonly id: string }).id));
    expect(message).toMatchObject({ specversion: '1.0', type: 'region.created', subject: region });
    expect(received?.body).not.toContain('A telling name');
    const [delivery] = await listDeliveries(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  });

  it('follows one record by its topic', async () => {
    const [region, other] = [await createRegion(), await createRegion()];
    await deliveries.service.waitUntilSettled();
    const subscription = await follow({ topics: [`region/${region}`] });
    const token = await tokenWith(integrator);
    for (const id of [other, region]) {
      const path = `/api/v1/TenantRegion/${id}`;
      const options = { tenant: 'demo', token };
      const { headers } = await deliveries.service.platform.call('GET', 'crm', path, options);
      const reply = await deliveries.service.platform.call('PUT', 'crm', path, {
        ...options,
        headers: { 'if-match': headers.get('etag') ?? '' },
        body: { name: `Renamed ${id}` },
      });
      expect(reply.status, reply.text).toBe(200);
    }
    await deliveries.service.waitUntilSettled();
    const told = readMessages(subscription).map(({ type, subject, data }) => [
      type,
      subject,
      data.version,
      data.fields,
    ]);
    expect(told).toEqual([['region.updated', region, 2, ['name']]]);
  });

  it('gets the message with the record where it subscribed to that, and once', async () => {
    const subscription = await follow({ events: true, topics: ['calendar-events', 'regions'] }, [
      ...integrator,
      'billtracking.events.read',
    ]);
    const event = await deliveries.service.saveEvent({ title: 'With its record' });
    await deliveries.service.waitUntilSettled();
    await sweepChanges(deliveries.service.platform.store('demo'), new Date(Date.now() + 60_000), () => true);
    await deliveries.service.waitUntilSettled();
    expect(readMessages(subscription).map(({ data }) => [data.subject, data.event.title])).toEqual([
      [event.id, 'With its record'],
    ]);
  });

  it('costs one query of the subscriptions where nobody follows a change, and writes nothing', async () => {
    const subscription = await follow({ topics: ['people'] });
    const store = deliveries.service.platform.store('demo');
    const level = { type: 'levelType', id: randomUUID(), version: 1, schemaVersion: 1 };
    const key = store.key<object>(`TEST#${level.id}`, 'LEVEL');
    await commit([put(key, { ...level, modifiedDate: new Date().toISOString() })]);
    await deliveries.service.waitUntilSettled();
    const { items } = await changesAfter(store, undefined, 10_000, new Date(Date.now() + 60_000));
    const change = items.find(({ subject }) => subject === level.id) ?? expect.fail('It is in the feed');
    const operations: string[] = [];
    const stop = observeRequests(({ operation }) => operations.push(operation));
    const meter = createMeter();
    const queued = await runWithMeter(meter, () => fanOut(store, change, { now: new Date() })).finally(stop);
    expect(queued).toBe(0);
    expect(operations.filter((operation) => operation !== 'Query')).toEqual([]);
    expect([meter.roundTrips, meter.writeUnits]).toEqual([1, 0]);
    expect(await listDeliveries(subscription.id)).toEqual([]);
  });

  it('gets a failed message again by a retry, and everything of its topics by a replay', async () => {
    const subscription = await follow({ topics: ['regions'] });
    const { id } = subscription;
    const store = deliveries.service.platform.store('demo');
    deliveries.receiver.answer = 410;
    const region = await createRegion();
    await deliveries.service.waitUntilSettled();
    const [dead] = await listDeliveries(id);
    expect(dead.state).toBe('dead');
    deliveries.receiver.answer = 200;
    deliveries.receiver.received.length = 0;
    for (const action of [`resume`, `deliveries/${dead.id}/retry`]) {
      const reply = await deliveries.service.call('POST', `event/subscription/${id}/${action}`, {
        token: await tokenWith(integrator),
      });
      expect(reply.status, reply.text).toBe(200);
    }
    await sendDueSubjectQueues(store, deliveries.service.sendingContextAt(new Date(Date.now() + 120_000)));
    const subjects = () => readMessages(subscription).map(({ subject }) => subject);
    expect(subjects()).toEqual([region]);

    deliveries.receiver.received.length = 0;
    const replay = await deliveries.service.call('POST', `event/subscription/${id}/replay`, {
      body: { from: dead.id },
    });
    expect(replay.status, replay.text).toBe(200);
    // The latest changes of the feed are read once the index certainly has them.
    const now = new Date(Date.now() + 60_000);
    const run = { now, newId: () => randomUUID(), hasTime: () => true };
    await runDueTimers(store, { ...run, area: 'billtracking', rules: buildTimerRules(now) });
    await deliveries.service.waitUntilSettled();
    await sendDueSubjectQueues(store, deliveries.service.sendingContextAt(new Date(Date.now() + 120_000)));
    expect(subjects()).toEqual([region]);
  });
});

describe('who named the topics', () => {
  it('is sent only what it may read, also where it belongs to a record that it may read', async () => {
    const person = randomUUID();
    const reader = integrator.filter((permission) => permission !== 'crm.committees.read');
    const [blind, seeing] = [
      await follow({ topics: [`person/${person}`] }, reader),
      await follow({ topics: [`person/${person}`] }),
    ];
    const { service } = deliveries;
    const membership = { type: 'membership', id: randomUUID(), personId: person, committeeId: randomUUID() };
    await commit([
      put(service.platform.store('demo').key<object>(`TEST#${membership.id}`, 'MEMBERSHIP'), {
        ...membership,
        ...{ version: 1, schemaVersion: 1, modifiedDate: new Date().toISOString() },
      }),
    ]);
    await service.waitUntilSettled();
    expect(readMessages(seeing).map(({ subject }) => subject)).toEqual([membership.id]);
    expect(readMessages(blind)).toEqual([]);
    expect(await listDeliveries(blind.id)).toEqual([]);
  });

  it('is sent nothing more once its permission was taken away: of new changes, by a replay, or of what waits', async () => {
    const subject = randomUUID();
    const subscription = await follow({ topics: ['regions'] }, integrator, subject);
    const { service, receiver } = deliveries;
    const store = service.platform.store('demo');
    receiver.answer = 503;
    await createRegion();
    await service.waitUntilSettled();
    const [waiting] = await listDeliveries(subscription.id);
    expect(waiting.state).toBe('failed');
    await commit([update(subjectKey(store, subject), { set: { permissions: [] } })]);
    receiver.answer = 200;
    receiver.received.length = 0;
    await createRegion();
    await service.waitUntilSettled();
    const replay = await service.call('POST', `event/subscription/${subscription.id}/replay`, {
      body: { from: waiting.id },
    });
    expect(replay.status, replay.text).toBe(200);
    const now = new Date(Date.now() + 3_600_000);
    const run = { now, newId: () => randomUUID(), hasTime: () => true };
    await runDueTimers(store, { ...run, area: 'billtracking', rules: buildTimerRules(now) });
    await sendDueSubjectQueues(store, service.sendingContextAt(now));
    expect(readMessages(subscription)).toEqual([]);
    expect((await listDeliveries(subscription.id)).map(({ state }) => state)).toEqual(['dead']);
  });

  it('alone sees the deliveries of records that others may not read', async () => {
    const { id } = await follow({ topics: ['regions'] });
    await createRegion();
    await deliveries.service.waitUntilSettled();
    const [delivery] = await listDeliveries(id);
    const token = await tokenWith(['billtracking.subscriptions.read', 'billtracking.subscriptions.write']);
    const call = (method: string, path: string) =>
      deliveries.service.call(method, `event/subscription/${id}/deliveries${path}`, { token });
    expect((await call('GET', '')).body.data.deliveries).toEqual([]);
    expect((await call('GET', `/${delivery.id}`)).status).toBe(404);
    expect((await call('POST', `/${delivery.id}/retry`)).status).toBe(404);
  });

  it('gets one message for updates that waited, and the queue of a hot record does not grow', async () => {
    const subscription = await follow({ topics: ['regions'] });
    const { service, receiver } = deliveries;
    const store = service.platform.store('demo');
    receiver.answer = 503;
    const region = { type: 'region', id: randomUUID(), schemaVersion: 1 };
    const key = store.key<object>(`TEST#${region.id}`, 'REGION');
    const modifiedDate = () => new Date().toISOString();
    for (const [index, field] of ['', 'a', 'b', 'c', 'd'].entries()) {
      await commit([
        put(key, {
          ...region,
          version: index + 1,
          modifiedDate: modifiedDate(),
          ...(field && { [field]: 1 }),
        }),
      ]);
      await service.waitUntilSettled();
    }
    receiver.answer = 200;
    receiver.received.length = 0;
    await sendDueSubjectQueues(store, service.sendingContextAt(new Date(Date.now() + 120_000)));
    expect(readMessages(subscription).map(({ type, data }) => [type, data.version, data.fields])).toEqual([
      ['region.created', 1, []],
      ['region.updated', 5, ['a', 'b', 'c', 'd']],
    ]);
    expect(await listDeliveries(subscription.id)).toHaveLength(2);
  });
});

describe('topics are refused', () => {
  const subscribe = async (body: object, permissions: readonly string[] = integrator) =>
    deliveries.service.call('POST', 'event/subscribe', {
      token: await tokenWith(permissions),
      body: { name: 'Integration', channel: channel(), ...body },
    });

  it('when they do not exist, with those that do', async () => {
    const { status, body } = await subscribe({ what: { topics: ['people', 'nonsense'] } });
    expect([status, body.errors?.[0]?.target ?? JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('topics'),
    ]);
    expect(JSON.stringify(body)).toContain('committees');
  });

  it('on another channel than a webhook', async () => {
    const { status, text } = await subscribe({ channel: { type: 'push' }, what: { topics: ['people'] } });
    expect(status).toBe(400);
    expect(text).toContain('/push?topics=');
  });

  it('when the caller may not read the records: when subscribing, adding topics, or moving them elsewhere', async () => {
    const without = integrator.filter((permission) => permission !== 'crm.people.read');
    const refused = await subscribe({ what: { topics: ['people'] } }, without);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('crm.people.read')]);
    const { id } = await follow({ topics: ['people'] });
    const update = async (body: object) =>
      deliveries.service.call('PUT', `event/subscription/${id}`, { token: await tokenWith(without), body });
    expect((await update({ name: 'Renamed', what: { topics: ['people'] } })).status).toBe(200);
    expect((await update({ what: { topics: ['people', 'person/1'] } })).status).toBe(403);
    expect(
      (await update({ channel: { ...channel(), url: `${deliveries.receiver.url}/moved` } })).status,
    ).toBe(403);
  });
});
