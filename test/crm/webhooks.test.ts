// Webhooks of area B (docs/interface/crm.md#webhooks): made, changed and followed without a permission of bill tracking, over
// the machinery of its subscriptions. The standardwebhooks package verifies what arrives.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { buildTimerRules } from '../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { changeById } from '../../shared/change-feed/feed.ts';
import { runDueTimers } from '../../shared/schedule/run-due-timers.ts';
import { useWebhookDeliveries } from '../billtracking/subscriptions/webhook-deliveries.ts';

const deliveries = useWebhookDeliveries();

const integrator = ['crm.webhooks.read', 'crm.webhooks.write', 'crm.committees.read'] as const;

const tokenWith = (permissions: readonly Permission[], subject: string = randomUUID()) =>
  deliveries.service.platform.tokenFor({ tenant: 'demo', permissions, subject });

async function call(
  method: string,
  path: string,
  {
    permissions = integrator,
    subject,
    ...options
  }: {
    permissions?: readonly Permission[];
    subject?: string;
    body?: object;
    headers?: Record<string, string>;
  } = {},
) {
  return deliveries.service.platform.call(method, 'crm', `/api/v1/${path}`, {
    tenant: 'demo',
    token: await tokenWith(permissions, subject),
    ...options,
  });
}

async function create(
  body: object = {},
  options: { permissions?: readonly Permission[]; subject?: string } = {},
) {
  const url = `${deliveries.receiver.url}/${randomUUID()}`;
  const reply = await call('POST', 'Webhooks', {
    ...options,
    body: { name: 'Sync', url, topics: ['regions'], ...body },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}

async function createRegion(): Promise<string> {
  const reply = await call('POST', 'TenantRegion', {
    permissions: ['crm.committees.read', 'crm.committees.write'],
    body: { name: `Region ${randomUUID()}` },
  });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}

const listReceived = ({ url }: { readonly url: string }) =>
  deliveries.receiver.received.filter(({ path }) => url.endsWith(path));
const listStates = async ({ id }: { readonly id: string }) =>
  (await call('GET', `Webhooks/${id}/Deliveries`)).body.data.map(({ state }: { state: string }) => state);

/** What `standardwebhooks` makes of a request with this secret. */
const verify = (secret: string, { body, headers }: { body: string; headers: object }) =>
  new Webhook(secret).verify(
    body,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  );

describe('a webhook of area B', () => {
  it('gets the event that the change feed and the push channel have, with the same id, signed', async () => {
    const webhook = await create();
    expect(webhook).toMatchObject({
      status: 'active',
      isActive: true,
      topics: ['regions'],
      tenantId: 'demo',
    });
    const region = await createRegion();
    await deliveries.service.waitUntilSettled();
    const [received, ...more] = listReceived(webhook);
    expect(more).toEqual([]);
    const event = verify(webhook.secret, received ?? expect.fail('It arrived')) as { readonly id: string };
    expect(event).toMatchObject({ specversion: '1.0', type: 'region.created', subject: region });
    expect(event).toEqual(await changeById(deliveries.service.platform.store('demo'), event.id));
    const { body } = await call('GET', `Webhooks/${webhook.id}/Deliveries`);
    expect(body.data).toMatchObject([{ id: event.id, state: 'delivered', message: event }]);
    expect((await call('GET', `Webhooks/${webhook.id}/Deliveries/${event.id}`)).body).toEqual(body.data[0]);
  });

  it('follows by default what its creator may read, and no more', async () => {
    const { topics } = await create({ topics: undefined });
    expect(topics).toContain('regions');
    expect(topics).not.toContain('people');
    const refused = await call('POST', 'Webhooks', {
      body: { name: 'Sync', url: deliveries.receiver.url, topics: ['people'] },
    });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect(refused.body.error.message).toContain('crm.people.read');
    const unknown = await call('POST', 'Webhooks', {
      body: { name: 'Sync', url: 'https://10.0.0.1/', topics: ['nonsense'] },
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'topics[0]',
      'url',
    ]);
  });

  it('never follows nothing, nor everything where no topics are sent as such', async () => {
    const body = { name: 'Sync', url: deliveries.receiver.url };
    const blind = await call('POST', 'Webhooks', {
      permissions: ['crm.webhooks.read', 'crm.webhooks.write'],
      body,
    });
    expect([blind.status, blind.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    const { id } = await create();
    for (const [method, path] of [
      ['POST', 'Webhooks'],
      ['PUT', `Webhooks/${id}`],
    ] as const) {
      const none = await call(method, path, { body: { ...body, topics: [] } });
      expect([none.status, none.body.error.details]).toMatchObject([400, [{ field: 'topics' }]]);
    }
  });

  it('is listed, read, changed and deleted in area B only', async () => {
    const webhook = await create({ name: 'A first' });
    const { secret, ...shown } = webhook;
    expect(secret).toMatch(/^whsec_/);
    const read = await call('GET', `Webhooks/${webhook.id}`);
    expect(read.body).toEqual(shown);
    const list = await call('GET', 'Webhooks?pageSize=1000');
    expect(list.body.data).toContainEqual(shown);
    expect(list.text).not.toContain(secret);
    const put = (etag: string) =>
      call('PUT', `Webhooks/${webhook.id}`, {
        headers: { 'if-match': etag },
        body: { name: 'Renamed', url: webhook.url, topics: ['regions', 'committees'] },
      });
    expect((await put('"0"')).status).toBe(412);
    const updated = await put(read.headers.get('etag') ?? '');
    expect([updated.status, updated.body.name, updated.body.topics]).toEqual([
      200,
      'Renamed',
      ['regions', 'committees'],
    ]);
    const ofBillTracking = ['billtracking.subscriptions.read', 'billtracking.subscriptions.write'] as const;
    const token = await tokenWith(ofBillTracking);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['GET', '/deliveries'],
    ] as const) {
      const reply = await deliveries.service.call(method, `event/subscription/${webhook.id}${path}`, {
        token,
      });
      expect(reply.status, path).toBe(404);
    }
    const other = await deliveries.service.subscribe({ channel: { type: 'push' }, what: { events: true } });
    expect((await call('GET', `Webhooks/${other.id}`)).status).toBe(404);
    expect((await call('GET', 'Webhooks', { permissions: ofBillTracking })).status).toBe(403);
    expect((await call('DELETE', `Webhooks/${webhook.id}`)).status).toBe(204);
    expect((await call('GET', `Webhooks/${webhook.id}`)).status).toBe(404);
  });

  it('signs with both secrets for some hours after a new one', async () => {
    const webhook = await create();
    const { body } = await call('POST', `Webhooks/${webhook.id}/Secret`, { body: { overlapHours: 1 } });
    expect(body.secrets).toHaveLength(2);
    const tested = await call('POST', `Webhooks/${webhook.id}/Test`);
    expect(tested.status, tested.text).toBe(200);
    await deliveries.service.waitUntilSettled();
    const [received] = listReceived(webhook);
    for (const secret of [webhook.secret, body.secret])
      expect(verify(secret, received ?? expect.fail('It arrived'))).toMatchObject({
        type: 'subscription.test',
      });
  });

  it('gives a new secret to nobody who may not read what it signs', async () => {
    const webhook = await create();
    const path = `Webhooks/${webhook.id}/Secret`;
    const rotate = (...permissions: Permission[]) =>
      call('POST', path, { permissions: ['crm.webhooks.write', ...permissions], body: { overlapHours: 1 } });
    const refused = await rotate('crm.people.read');
    expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
    expect(refused.body.error.message).toContain('crm.committees.read');
    expect((await call('GET', `Webhooks/${webhook.id}`)).body.secrets).toHaveLength(1);
    expect((await rotate('crm.committees.read')).status).toBe(200);
  });

  it('is disabled by 410, and after resuming gets the dead letter by a retry and everything by a replay', async () => {
    const { service, receiver } = deliveries;
    const store = service.platform.store('demo');
    const webhook = await create();
    receiver.answer = 410;
    const region = await createRegion();
    await service.waitUntilSettled();
    expect((await call('GET', `Webhooks/${webhook.id}`)).body).toMatchObject({
      status: 'disabled',
      isActive: false,
      disabledReason: expect.stringContaining('410'),
    });
    expect(await listStates(webhook)).toEqual(['dead']);
    const [dead] = (await call('GET', `Webhooks/${webhook.id}/Deliveries?state=dead`)).body.data;
    receiver.answer = 200;
    receiver.received.length = 0;
    expect((await call('POST', `Webhooks/${webhook.id}/Replay`, { body: { from: dead.id } })).status).toBe(
      409,
    );
    const refused = await call('POST', `Webhooks/${webhook.id}/Deliveries/${dead.id}/Retry`);
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'The webhook is disabled: resume it, then retry the delivery.',
    ]);
    for (const action of ['Resume', `Deliveries/${dead.id}/Retry`]) {
      const reply = await call('POST', `Webhooks/${webhook.id}/${action}`);
      expect(reply.status, reply.text).toBe(200);
    }
    await sendDueSubjectQueues(store, service.sendingContextAt(new Date(Date.now() + 120_000)));
    const subjects = () => listReceived(webhook).map(({ body }) => JSON.parse(body).subject);
    expect(subjects()).toEqual([region]);

    receiver.received.length = 0;
    const replay = await call('POST', `Webhooks/${webhook.id}/Replay`, { body: { from: dead.id } });
    expect(replay.status, replay.text).toBe(200);
    const now = new Date(Date.now() + 60_000);
    const run = { now, newId: () => randomUUID(), hasTime: () => true };
    await runDueTimers(store, { ...run, area: 'billtracking', rules: buildTimerRules(now) });
    await service.waitUntilSettled();
    await sendDueSubjectQueues(store, service.sendingContextAt(new Date(Date.now() + 120_000)));
    expect(subjects()).toEqual([region]);
  });

  it('sends nothing while it is paused', async () => {
    const webhook = await create();
    expect((await call('POST', `Webhooks/${webhook.id}/Pause`)).body.status).toBe('paused');
    await createRegion();
    await deliveries.service.waitUntilSettled();
    expect(await listStates(webhook)).toEqual([]);
    expect((await call('POST', `Webhooks/${webhook.id}/Test`)).status).toBe(409);
    expect((await call('POST', `Webhooks/${webhook.id}/Resume`)).body.status).toBe('active');
    const region = await createRegion();
    await deliveries.service.waitUntilSettled();
    expect(listReceived(webhook).map(({ body }) => JSON.parse(body).subject)).toEqual([region]);
  });
});
