// The push channel as a client sees it: refusals, catching up, being cut off, staying open (README; ARCHITECTURE, the
// change feed).
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import { openPush } from '../../infra/local/push/push.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { commit, put, remove } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { lookAfter } from '../../shared/push/check-subscriber.ts';
import {
  listConnections,
  listSubscribers,
  subscriberById,
} from '../../shared/push/subscriber-connections.ts';
import {
  closeAll,
  connectReady,
  fixture,
  isReady,
  lastCursor,
  readyMessage,
  requireOnlySubscriber,
  tokenFor,
  usePush,
  writeNote,
} from './push-fixture.ts';
import { connectSubscriber, expectRefused, type Subscriber } from './subscriber.ts';

usePush();

describe('an upgrade', () => {
  test('is refused without a token in the envelope of area B, and nothing is stored', async () => {
    const refused = await expectRefused(fixture.platform.address, { 'tenant-code': 'demo' });
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'AUTHENTICATION_REQUIRED' } } });
    expect(refused.headers['www-authenticate']).toContain('Bearer');
    expect(await listConnections(openPlatformStore())).toEqual([]);
    expect(await listSubscribers(fixture.platform.store('demo'))).toEqual([]);
  });

  test('is refused on any other path', async () => {
    const query = { 'tenant-code': 'demo', access_token: await tokenFor('demo') };
    expect(await expectRefused(fixture.platform.address, query, '/pushed')).toMatchObject({ status: 404 });
  });

  test('is refused while a tenant has the maximum of connections, but not for other tenants', async () => {
    const store = fixture.platform.store('demo');
    const settings = (await store.get(tenantKey(store))) ?? expect.fail('demo is a tenant');
    await commit([put(tenantKey(store), { ...settings, tier: 'trial' })]);
    const keys = Array.from({ length: 100 }, (_, index) => store.key<object>('LISTENERS', `full-${index}`));
    const query = { 'tenant-code': 'demo', access_token: await tokenFor('demo') };
    const [, payload = ''] = query.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    await commit(
      keys.map((key, index) => put(key, { type: 'listener', id: `${index}`, state: 'cut off', claims })),
    );
    const refused = await expectRefused(fixture.platform.address, query);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED' } } });
    const other = await connectReady('harbor');
    await commit([put(tenantKey(store), settings)]);
    const accepted = await connectReady('demo');
    await commit(keys.map((key) => remove(key)));
    await closeAll(other, accepted);
  });

  test('also accepts the tenant and the token in headers', async () => {
    const headers = { 'tenant-code': 'demo', Authorization: `Bearer ${await tokenFor('demo')}` };
    const subscriber = connectSubscriber(fixture.platform.address, {}, headers);
    await subscriber.first(isReady);
    expect(subscriber.all[0]).toEqual(readyMessage('demo'));
    await closeAll(subscriber);
  });

  test('does not store the token, which others could use', async () => {
    const token = await tokenFor('demo');
    const subscriber = connectSubscriber(fixture.platform.address, {
      'tenant-code': 'demo',
      access_token: token,
    });
    await subscriber.first(isReady);
    const stored = JSON.stringify([
      await requireOnlySubscriber('demo'),
      await listConnections(openPlatformStore()),
    ]);
    for (const part of [token, ...token.split('.')]) expect(stored).not.toContain(part);
    await closeAll(subscriber);
  });
});

describe('a subscriber', () => {
  test('gets a pong for ping, and an error that names the supported message for anything else', async () => {
    const subscriber = await connectReady('demo');
    for (const frame of ['ping', '{"type":"ping"}', '{"type":"subscribe"}']) subscriber.socket.send(frame);
    await expect.poll(() => subscriber.controlMessages()).toHaveLength(4);
    expect(subscriber.controlMessages().filter(({ type }) => type === 'pong')).toHaveLength(2);
    expect(subscriber.controlMessages()).toContainEqual({
      type: 'error',
      message: expect.stringContaining('only supported message is ping'),
    });
    await closeAll(subscriber);
  });

  test('misses no change while it disconnects and reconnects, and gets no changes of other tenants', async () => {
    const since = await lastCursor('demo');
    const ids = Array.from({ length: 120 }, (_, index) => `flow-${index}`);
    let written = 0;
    const writing = (async () => {
      for (const id of ids) {
        await Promise.all([writeNote('demo', id), writeNote('harbor', id)]);
        written += 1;
      }
    })();
    const subjects = new Set<unknown>();
    const take = ({ all }: Subscriber): string | undefined => {
      const changes = all.filter(({ specversion }) => specversion === '1.0');
      for (const { subject, source } of changes) {
        expect(source).toBe('/tenants/demo');
        subjects.add(subject);
      }
      return changes.at(-1)?.id?.toString();
    };
    // One connection after the other: each is terminated, and the next one begins after the last id received.
    let cursor = since;
    for (let round = 1; round <= 4; round += 1) {
      const subscriber = await connectReady('demo', { since: cursor });
      await expect.poll(() => written).toBeGreaterThanOrEqual(round * 20);
      subscriber.socket.terminate();
      await subscriber.closed;
      cursor = take(subscriber) ?? cursor;
    }
    const last = await connectReady('demo', { since: cursor });
    await writing;
    await expect
      .poll(() => {
        take(last);
        return ids.filter((id) => !subjects.has(id));
      })
      .toEqual([]);
    await closeAll(last);
  });

  test('with an unknown cursor gets a resync message, and then new changes', async () => {
    const foreign = await lastCursor('harbor');
    for (const since of ['0000000000000-none', 'x'.repeat(3000), foreign]) {
      const subscriber = await connectReady('demo', { since });
      await fixture.triggers.caughtUp();
      expect(subscriber.all.slice(0, 2)).toEqual([
        readyMessage('demo'),
        { type: 'resync', tenantCode: 'demo' },
      ]);
      const id = `after-${randomUUID()}`;
      await writeNote('demo', id);
      expect(await subscriber.first(({ subject }) => subject === id)).toMatchObject({
        type: 'levelType.created',
      });
      await closeAll(subscriber);
    }
  });

  test('that disconnects is removed from the store', async () => {
    const subscriber = await connectReady('demo');
    const { id } = await requireOnlySubscriber('demo');
    await closeAll(subscriber);
    expect(await subscriberById(fixture.platform.store('demo'), id)).toBeUndefined();
  });
});

test('a heartbeat without an id is sent every four minutes, before API Gateway closes the connection as idle after ten', async () => {
  const subscriber = await connectReady('demo');
  await fixture.triggers.caughtUp();
  const stored = await requireOnlySubscriber('demo');
  const minutes = [0, 1, 2, 3].map((minute) => new Date(Date.now() + minute * 60_000));
  for (const minute of minutes) await lookAfter(fixture.platform.store('demo'), stored, minute);
  subscriber.socket.send('ping');
  await subscriber.first(({ type }) => type === 'pong');
  expect(subscriber.controlMessages().slice(1)).toEqual([{ type: 'heartbeat' }, { type: 'pong' }]);
  await closeAll(subscriber);
});

test('stopping the platform removes all subscriber connections, and those of a killed platform are removed later', async () => {
  const store = fixture.platform.store('demo');
  await connectReady('demo');
  await fixture.triggers.caughtUp();
  const stored = await requireOnlySubscriber('demo');
  await fixture.push.stop();
  expect(await listConnections(openPlatformStore())).toEqual([]);
  fixture.push = await openPush(fixture.platform.server);
  const key = store.key<object>('LISTENERS', stored.id);
  await commit([put(key, { ...stored, state: 'live' })]);
  await commit([put(openPlatformStore().key<object>('LISTENERS', stored.id), { ...stored, tenant: 'demo' })]);
  await writeNote('demo', 'nobody-hears');
  await fixture.triggers.caughtUp();
  expect(await listSubscribers(store)).toEqual([]);
  await lookAfterAll();
  expect(await listConnections(openPlatformStore())).toEqual([]);
});
