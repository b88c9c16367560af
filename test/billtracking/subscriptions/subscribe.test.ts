// Creating subscriptions to events of bill tracking (docs/interface/billtracking.md#subscriptions).
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../../shared/data/changes.ts';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let service: DeliveriesPlatform;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startDeliveriesPlatform(), startWebhookReceiver()]);
});
// A subscription that is left over would get deliveries of the changes of the next test.
afterEach(async () => {
  for (const { id } of (await listSubscriptions({ channelTypes: ['webhook', 'mail', 'push'] })).collection)
    await service.call('DELETE', `${SUBSCRIPTION_PATH}/${id}`);
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const SUBSCRIPTION_PATH = 'event/subscription';
const listSubscribeErrors = async (body: object) => {
  const reply = await service.call('POST', 'event/subscribe', { body: { name: 'No', ...body } });
  expect(reply.status).toBe(400);
  return reply.body.details.errors.map(
    ({ code, target }: { code: string; target: string }) => `${code} ${target}`,
  );
};
const listSubscriptions = async (body: object = {}) =>
  (await service.call('POST', `${SUBSCRIPTION_PATH}/list`, { body })).body;

describe('POST /api/1.0/bill/event/subscribe', () => {
  it('returns the secret of a webhook once, and stores it nowhere', async () => {
    const created = await service.subscribe({ channel: { type: 'webhook', url: receiver.url } });
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(() => new Webhook(created.secret)).not.toThrow();
    const bare = created.secret.slice(6);
    const { text, body } = await service.call('GET', `${SUBSCRIPTION_PATH}/${created.id}`);
    expect(text).not.toContain(bare);
    expect(body.data.secrets).toMatchObject([{ id: expect.any(String) }]);
    const stored = await service.platform
      .store('demo')
      .get(service.platform.store('demo').key('EVENT-SUBSCRIPTIONS', created.id));
    expect(JSON.stringify(stored)).not.toContain(bare);
  });

  it('creates one subscription per Idempotency-Key, and none with validateOnly', async () => {
    const body = { name: 'Twice', channel: { type: 'calendar' } };
    const headers = { 'Idempotency-Key': 'subscribe-1' };
    const first = await service.call('POST', 'event/subscribe', { body, headers });
    const second = await service.call('POST', 'event/subscribe', { body, headers });
    expect(second.body).toEqual(first.body);
    const { pagingModel } = await listSubscriptions();
    expect((await service.call('POST', 'event/subscribe?validateOnly=true', { body })).status).toBe(204);
    expect((await listSubscriptions()).pagingModel).toEqual(pagingModel);
  });

  it('reports everything that is wrong at once', async () => {
    const filter = { stateIds: [3, 53], committeeIds: [999_999], billIds: [888_888] };
    expect(
      await listSubscribeErrors({ filter, channel: { type: 'webhook', url: 'http://example.org/' } }),
    ).toEqual([
      'INVALID_FORMAT channel.url',
      'UNKNOWN_VALUE filter.stateIds[0]',
      'UNKNOWN_VALUE filter.committeeIds[0]',
      'UNKNOWN_VALUE filter.billIds[0]',
    ]);
    expect(await listSubscribeErrors({ channel: { type: 'webhook' } })).toEqual([
      'REQUIRED_FIELD channel.url',
    ]);
    expect(await listSubscribeErrors({ channel: { type: 'webhook', url: 'https://10.0.0.1/' } })).toEqual([
      'INVALID_FORMAT channel.url',
    ]);
    expect(await listSubscribeErrors({ channel: { type: 'mail' } })).toEqual([
      'REQUIRED_FIELD channel.email',
    ]);
    expect(
      await listSubscribeErrors({
        what: { events: false },
        channel: { type: 'mail', email: 'nora', digest: { frequency: 'daily', timeZone: 'Mars' } },
      }),
    ).toEqual([
      'INVALID_FORMAT channel.email',
      'UNKNOWN_VALUE channel.digest.timeZone',
      'REQUIRED_FIELD what',
    ]);
    expect(await listSubscribeErrors({ what: { bills: ['status'] }, channel: { type: 'calendar' } })).toEqual(
      ['NOT_ALLOWED what'],
    );
  });

  it('refuses more than the maximum of a tenant, and accepts one again after one is deleted', async () => {
    const store = service.platform.store('demo');
    const count = store.key<{ readonly count: number }>('EVENT-SUBSCRIPTION-COUNT', 'COUNT');
    const { id } = await service.subscribe({ channel: { type: 'push' } });
    const before = await store.get(count, { consistent: true });
    await commit([update(count, { set: { count: 500 } })]);
    const body = { name: 'One more', channel: { type: 'push' } };
    expect((await service.call('POST', 'event/subscribe', { body })).status).toBe(409);
    await service.call('DELETE', `${SUBSCRIPTION_PATH}/${id}`);
    expect((await service.call('POST', 'event/subscribe', { body })).status).toBe(200);
    await commit([update(count, { set: { count: before?.count ?? 0 } })]);
  });

  it('sends a digest to the caller when no address is given', async () => {
    const { platform } = service;
    const { personId } = platform.demo.values;
    const permissions = ['billtracking.subscriptions.write', 'billtracking.subscriptions.read'] as const;
    const token = await platform.tokenFor({ tenant: 'demo', permissions, personId });
    const body = { name: 'Mine', channel: { type: 'mail' } };
    const reply = await service.call('POST', 'event/subscribe', { body, token });
    expect(reply.body.data.channel).toMatchObject({
      email: expect.stringMatching(/@/),
      digest: { frequency: 'daily', hour: 7, timeZone: expect.stringContaining('/') },
    });
    expect(reply.body.data.nextDigest).toEqual(expect.any(String));
    const named = await platform.tokenFor({ tenant: 'demo', permissions, name: 'rex@example.org' });
    const own = await service.call('POST', 'event/subscribe', { body, token: named });
    expect(own.body.data.channel).toMatchObject({ email: 'rex@example.org' });
    const reader = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.subscriptions.read'],
    });
    expect((await service.call('POST', 'event/subscribe', { body, token: reader })).status).toBe(403);
  });
});
