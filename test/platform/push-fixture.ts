// What tests of the push channel share: a platform with a stream and the push channel, and its subscribers.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { openPush, type PushChannel } from '../../infra/local/push/push.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { listConnections, listSubscribers } from '../../shared/push/subscriber-connections.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { connectSubscriber, type ReceivedMessage, type Subscriber } from './subscriber.ts';

/** The platform of a file's tests, started before them and stopped after. */
export const fixture = {} as { platform: TestPlatform; triggers: Triggers; push: PushChannel };

/** Starts the platform with its stream and the push channel for the tests of the file. */
export function usePush(): void {
  let folder: string;
  beforeAll(async () => {
    fixture.platform = await startPlatform({ hasStream: true });
    folder = await mkdtemp(join(tmpdir(), 'rostrum-push-'));
    fixture.push = await openPush(fixture.platform.server);
    fixture.triggers = await startTriggers({
      streamArn: fixture.platform.streamArn,
      ownStreamArns: fixture.platform.ownStreamArns,
      checkpoint: join(folder, 'streams'),
    });
    await fixture.triggers.caughtUp();
  });
  afterAll(async () => {
    await fixture.triggers?.stop();
    await fixture.push?.stop();
    await fixture.platform?.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

const permissions = ['crm.changes.read', 'training.settings.read'] as const;
/** The first message to a subscriber with these permissions that names no topics. */
export const readyMessage = (tenantCode: string) => ({
  type: 'ready',
  tenantCode,
  topics: [
    ...['approval-chains', 'certificate-designs', 'credit-types', 'level-types', 'notification-templates'],
    ...['object-types', 'tenant-settings', 'training-settings'],
  ],
});
export const isReady = ({ type }: ReceivedMessage): boolean => type === 'ready';
export const tokenFor = (tenant: string, subject: string = randomUUID()) =>
  fixture.platform.tokenFor({ tenant, permissions, subject });

/** Connects, and waits for the ready message. */
export async function connectReady(
  tenant: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Subscriber> {
  const subscriber = connectSubscriber(fixture.platform.address, {
    'tenant-code': tenant,
    access_token: await tokenFor(tenant),
    ...more,
  });
  await subscriber.first(isReady);
  return subscriber;
}

export const writeNote = (tenant: string, id: string) =>
  commit([
    put(fixture.platform.store(tenant).key<object>(`NOTE#${id}`, 'NOTE'), {
      type: 'levelType',
      id,
      version: 1,
      modifiedDate: new Date().toISOString(),
      schemaVersion: 1,
    }),
  ]);

export async function lastCursor(tenant: string): Promise<string> {
  await fixture.triggers.caughtUp();
  const later = new Date(Date.now() + 60_000);
  let cursor: string | undefined;
  for (;;) {
    const page = await changesAfter(fixture.platform.store(tenant), cursor, 500, later);
    cursor = page.items.at(-1)?.id ?? cursor;
    if (!page.next) return cursor ?? '';
  }
}

/** The only subscriber connection of a tenant, as it is stored. */
export async function requireOnlySubscriber(tenant: string) {
  const [connection, ...more] = await listSubscribers(fixture.platform.store(tenant));
  expect(more).toEqual([]);
  return connection ?? expect.fail(`Nobody listens for ${tenant}`);
}

/** Closes the connections and waits until none is stored any more. */
export async function closeAll(...all: readonly Subscriber[]): Promise<void> {
  for (const { socket } of all) socket.close();
  await Promise.all(all.map(({ closed }) => closed));
  await expect.poll(() => listConnections(openPlatformStore()), { timeout: 10_000 }).toEqual([]);
}
