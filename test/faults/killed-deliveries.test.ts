// The process that sends webhooks is killed during a request to a receiver: every change arrives, in order, and a
// repeated message has the same id (docs/interface/billtracking.md#deliveries).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import {
  type DeliveriesPlatform,
  startDeliveriesPlatform,
} from '../billtracking/subscriptions/deliveries-platform.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';
import { killAll, runProcess } from './processes.ts';

/** A process that only runs the triggers needs few endpoints. */
const endpoints = 'functions/billtracking/events/subscriptions';

let service: DeliveriesPlatform;
let receiver: WebhookReceiver;
let folder: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startDeliveriesPlatform({ hasTriggers: false }),
    startWebhookReceiver(),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'rostrum-killed-'));
});
afterAll(async () => {
  await killAll();
  await receiver?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the triggers; each process continues where the one before it was killed. */
const runTriggers = () =>
  runProcess('platform-process.ts', [endpoints, service.platform.streamArn, join(folder, 'streams')]);

it.each([
  ['before it is answered', false],
  ['as soon as it was answered', true],
])('a sender killed %s', async (_, isAnswered) => {
  const sender = runTriggers();
  await sender.nextLine();
  const subscription = await service.subscribe({ channel: { type: 'webhook', url: receiver.url } });
  receiver.received.length = 0;
  const killed = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      if (receiver.received.length < 3) return void response.writeHead(200).end();
      if (isAnswered) response.writeHead(200).end();
      void sender.kill().then(resolve);
    };
  });
  const events = await Promise.all(
    Array.from({ length: 6 }, (_event, index) => service.saveEvent({ title: `Hearing ${index}` })),
  );
  const [first] = events;
  for (const version of [2, 3])
    await service.saveEvent({ id: first.id, title: `Hearing 0, version ${version}` });
  await killed;
  const before = receiver.received.length;

  receiver.answer = 200;
  const next = runTriggers();
  await next.nextLine();
  next.send('catch up');
  expect(await next.nextLine()).toBe('caught up');
  // The lock of the killed process expires after a minute, and the sweep finds the delivery.
  await sendDueSubjectQueues(
    service.platform.store('demo'),
    service.sendingContextAt(new Date(Date.now() + 120_000)),
  );
  await next.kill();

  const changes = events.length + 2;
  const deliveries = await service.listDeliveries(subscription.id);
  expect(deliveries.map(({ state }) => state)).toEqual(Array(changes).fill('delivered'));
  const arrived = receiver.received.map(({ headers, body }) => ({
    id: String(headers['webhook-id']),
    body,
    ...JSON.parse(body).data,
  }));
  expect(new Set(arrived.map(({ changeId }) => changeId)).size).toBe(changes);
  // A change has the same id and body in every process; only messages in flight are sent again.
  expect(new Set(arrived.map(({ id }) => id)).size).toBe(changes);
  expect(new Set(arrived.map(({ body }) => body)).size).toBe(changes);
  const repeated = arrived.filter(
    ({ id }, index) => arrived.findIndex((delivery) => delivery.id === id) < index,
  );
  // Messages of several events are in flight at once, of each event one.
  const inFlight = arrived.slice(0, before).map(({ id }) => id);
  for (const { id } of repeated) expect(inFlight).toContain(id);
  expect(new Set(repeated.map(({ subject }) => subject)).size).toBe(repeated.length);
  if (!isAnswered) expect(repeated.map(({ id }) => id)).toContain(inFlight.at(-1));
  // The versions of an event arrive in order.
  const versions = arrived.filter(({ subject }) => subject === first.id).map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted());
  await service.call('DELETE', `event/subscription/${subscription.id}`);
});
