// The stream delivers everything twice, and the bus concurrently in any order: each change is in the feed once and is
// sent once, by webhook, in the app and by mail. The feed alone is tested in test/platform/change-feed.test.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as feed } from '../../functions/platform/change-feed/handler.ts';
import { listTriggeredFunctions, loadHandler } from '../../infra/contracts/triggered-functions.ts';
import { type MailCatcher, startMailCatcher } from '../../infra/local/mail/mail-catcher.ts';
import { listMails } from '../../infra/local/mail/mail-store.ts';
import { matchesFilter } from '../../infra/local/triggers/stream-filter.ts';
import { type RunningStream, startStream } from '../../infra/local/triggers/streams.ts';
import { changesAfter } from '../../shared/change-feed/feed.ts';
import { buildStreamFilter, type ChangeEventInput } from '../../shared/platform/trigger.ts';
import {
  type DeliveriesPlatform,
  startDeliveriesPlatform,
} from '../billtracking/subscriptions/deliveries-platform.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';
import { createPerson } from '../training/settings/notification-fixture.ts';

let deliveries: DeliveriesPlatform;
let receiver: WebhookReceiver;
let catcher: MailCatcher;
let collector: RunningStream;
let folder: string;
/** Records of the stream that were not yet passed on. */
const waiting: DynamoDBRecord[] = [];
/** All records that were passed on. */
const passedOn: DynamoDBRecord[] = [];
const functions: ((record: DynamoDBRecord) => Promise<void>)[] = [];

beforeAll(async () => {
  [deliveries, receiver] = await Promise.all([
    startDeliveriesPlatform({ hasTriggers: false }),
    startWebhookReceiver(),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'rostrum-stream-'));
  catcher = await startMailCatcher({ folder: join(folder, 'mail') });
  process.env.SMTP_URL = catcher.url;
  collector = startStream({
    name: 'collector',
    streamArn: deliveries.platform.streamArn,
    checkpointFile: join(folder, 'streams.json'),
    handler: async ({ Records }) => void waiting.push(...Records),
  });
  for (const triggered of await listTriggeredFunctions()) {
    const { trigger } = triggered;
    if (trigger.kind !== 'change') continue;
    const handler = await loadHandler<(event: ChangeEventInput) => Promise<void>>(triggered);
    functions.push(async (record) => {
      // The bus passes on the keys and the type; the functions read nothing else of a record.
      if (matchesFilter(record, buildStreamFilter(trigger)))
        await handler({ Records: [record] } as unknown as ChangeEventInput);
    });
  }
});
afterAll(async () => {
  await collector?.stop();
  await Promise.all([receiver?.stop(), catcher?.stop(), deliveries?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** Passes all records twice to the feed in order, and twice to all functions concurrently, the last record first. */
async function passOn(records: readonly DynamoDBRecord[]): Promise<void> {
  for (let index = 0; index < records.length; index += 7) {
    const batch = { Records: records.slice(index, index + 7) };
    await feed(batch);
    await feed(batch);
  }
  const calls = [...records, ...records]
    .reverse()
    .flatMap((record) => functions.map((invoke) => invoke(record)));
  await Promise.all(calls);
}

/** Passes records on until they cause no new ones. */
async function passOnUntilSettled(): Promise<void> {
  for (await collector.caughtUp(); waiting.length > 0; await collector.caughtUp()) {
    const records = waiting.splice(0);
    passedOn.push(...records);
    await passOn(records);
  }
}

it('every change is delivered once', async () => {
  const { platform } = deliveries;
  const store = platform.store('demo');
  const since = new Date();
  const subscription = await deliveries.subscribe({ channel: { type: 'webhook', url: receiver.url } });
  const email = 'twice@rivertown.example';
  const personId = await createPerson(store, { email });
  const token = await platform.tokenFor({ tenant: 'demo', personId });
  const registered = await platform.call('POST', 'training', '/api/v1/registration/ClassRegistration', {
    tenant: 'demo',
    token,
    body: { classId: platform.demo.values.classId, memberId: personId },
  });
  expect(registered.status).toBe(201);
  const events = await Promise.all(
    [1, 2, 3].map((number) => deliveries.saveEvent({ title: `Hearing ${number}` })),
  );
  const [first] = events;
  for (const version of [2, 3, 4]) await deliveries.saveEvent({ id: first.id, title: `Version ${version}` });

  const observed = async () => ({
    feed: (await changesAfter(store, undefined, 10_000, new Date(Date.now() + 60_000))).items.filter(
      ({ time }) => Date.parse(time) >= since.getTime() - 1000,
    ),
    webhooks: receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data]),
    deliveries: (await deliveries.listDeliveries(subscription.id)).map(({ state }) => state),
    notifications: (
      await platform.call('GET', 'training', '/api/v1/Notifications', { tenant: 'demo', token })
    ).body,
    mails: (await listMails(join(folder, 'mail'))).filter(({ to }) => to.includes(email)),
  });
  await passOnUntilSettled();
  const once = await observed();
  expect(once.webhooks.map(([id]) => id)).toHaveLength(6);
  expect(new Set(once.webhooks.map(([id]) => id)).size).toBe(6);
  expect(once.deliveries).toEqual(Array(6).fill('delivered'));
  const versions = once.webhooks.flatMap(([, data]) => (data.subject === first.id ? [data.version] : []));
  expect(versions).toHaveLength(4);
  expect(versions).toEqual(versions.toSorted());
  expect(new Set(once.feed.map(({ id }) => id)).size).toBe(once.feed.length);
  expect(once.feed.filter(({ type }) => type.startsWith('calendar-event.'))).toHaveLength(6);
  expect(once.notifications).toHaveLength(1);
  expect(once.mails).toHaveLength(1);

  // Everything again, as for a consumer that has lost its position in the stream.
  await passOn(passedOn);
  await passOnUntilSettled();
  expect(await observed()).toEqual(once);
});
