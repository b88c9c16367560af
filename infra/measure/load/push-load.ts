// Many connections of one tenant to the push channel of a local platform, and changes at a steady rate.
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPushClient, type PushClient, type PushTarget } from './push-client.ts';
import type { PushLoad } from './push-report.ts';
import type { PlatformUnderLoad } from './under-load.ts';

/** How many connections are opened at once. */
const openedAtOnce = 20;
/** How long nothing may arrive before what is missing counts as lost, in milliseconds. */
const patience = 30_000;
/** The topic of the records that are written. */
const topic = 'regions';

/** The number of connections and changes. */
export interface PushLoadSize {
  readonly subscribers: number;
  readonly changes: number;
  readonly changesPerSecond: number;
}

interface FeedPage {
  readonly data: readonly { readonly id: string; readonly subject: string }[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
}

function buildApi({ urls, values, token }: PlatformUnderLoad) {
  const tenant = values.tenantCode ?? '';
  const headers = { 'tenant-code': tenant, authorization: `Bearer ${token}` };
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${urls.crm}/api/v1/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    tenant,
    async createRegion(name: string): Promise<string> {
      const { id } = (await request('TenantRegion', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })) as { readonly id: string };
      return id;
    },
    async readFeed(after: string | undefined): Promise<FeedPage['data']> {
      const changes: FeedPage['data'][number][] = [];
      for (let cursor = after, hasMore = true; hasMore; ) {
        const query = new URLSearchParams({ topics: topic, limit: '500', ...(cursor && { after: cursor }) });
        const page = (await request(`Changes?${query}`)) as FeedPage;
        changes.push(...page.data);
        cursor = page.cursor ?? cursor;
        hasMore = page.hasMore;
      }
      return changes;
    },
  };
}

async function connectAll(
  target: PushTarget,
  count: number,
  say: (what: string) => void,
): Promise<PushClient[]> {
  const clients: PushClient[] = [];
  while (clients.length < count) {
    const next = Math.min(openedAtOnce, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: next }, () => connectPushClient(target)))));
    say(`${clients.length} of ${count} connections`);
  }
  return clients;
}

/** Waits until every connection has so many changes, or nothing arrives any more. */
async function waitForChanges(clients: readonly PushClient[], count: number): Promise<void> {
  const countReceived = () => clients.reduce((sum, { subjects }) => sum + subjects.length, 0);
  let last = countReceived();
  let lastAt = performance.now();
  while (last < count * clients.length && performance.now() - lastAt < patience) {
    await sleep(200);
    const received = countReceived();
    if (received !== last) lastAt = performance.now();
    last = received;
  }
}

/**
 * Connects, writes and compares.
 * @throws Error when a connection is refused or closed
 */
export async function measurePush(
  platform: PlatformUnderLoad,
  { subscribers, changes, changesPerSecond }: PushLoadSize,
  say: (what: string) => void,
): Promise<PushLoad> {
  const api = buildApi(platform);
  const before = await platform.memory();
  const target = {
    address: platform.address,
    tenant: api.tenant,
    token: platform.token,
    topic,
    readFeed: api.readFeed,
  };
  const clients = await connectAll(target, subscribers, say);
  const connected = await platform.memory();
  const writtenAt = new Map<string, number>();
  const startedAt = performance.now();
  for (let index = 0; index < changes; index += 1) {
    const id = await api.createRegion(`Region ${index + 1} of the load`);
    writtenAt.set(id, performance.now());
    say(`${index + 1} of ${changes} changes`);
    await sleep(Math.max(0, startedAt + ((index + 1) * 1000) / changesPerSecond - performance.now()));
  }
  say('waiting for what is on its way');
  await waitForChanges(clients, changes);
  const after = await platform.memory();
  const failed = clients.find(({ failure }) => failure !== undefined);
  if (failed?.failure) throw failed.failure;
  // The feed is read five seconds behind.
  let feed: string[] = [];
  for (let tries = 0; feed.length < changes && tries < 20; tries += 1) {
    await sleep(1_000);
    feed = (await api.readFeed(undefined)).flatMap(({ subject }) =>
      writtenAt.has(subject) ? [subject] : [],
    );
  }
  for (const client of clients) client.close();
  return { changesPerSecond, feed, writtenAt, received: clients, memory: [before, connected, after] };
}
