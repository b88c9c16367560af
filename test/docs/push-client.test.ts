// The client of the push channel in docs/push-client.md, as it stands there: against a server that plays every message, and
// against the platform.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { listSubscribers } from '../../shared/push/subscriber-connections.ts';
import { fixture, tokenFor, usePush, writeNote } from '../platform/push-fixture.ts';

interface Change {
  readonly specversion: string;
  readonly id: string;
  readonly subject?: string;
}
interface Client {
  getCursor(): string | undefined;
  stop(): void;
}
type FollowChanges = (options: {
  readonly address: string;
  readonly feed: string;
  readonly tenant: string;
  readonly getToken: () => Promise<string>;
  readonly topics?: readonly string[];
  readonly cursor?: string;
  readonly onChange: (change: Change) => unknown;
  readonly onReset: () => unknown;
}) => Client;

let followChanges: FollowChanges;
let folder: string;
beforeAll(async () => {
  const page = await readFile('docs/push-client.md', 'utf8');
  const [, code] = /```js\n(.*?)```/s.exec(page) ?? [];
  // In the project, where the example finds `ws`.
  folder = await mkdtemp(join(import.meta.dirname, 'push-client-'));
  await writeFile(join(folder, 'client.mjs'), code ?? expect.fail('The page has an example'));
  ({ followChanges } = await import(join(folder, 'client.mjs')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const change = (id: number) => ({ specversion: '1.0', id: String(id), type: 'person.updated' });

describe('the client of the documentation', () => {
  let server: Server;
  let sockets: WebSocketServer;
  /** What the server does with each connection, in turn. */
  const script: ((socket: WebSocket, query: URLSearchParams) => void)[] = [];
  const requests: URLSearchParams[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      requests.push(query);
      const first = query.get('after') === '3';
      const page = first
        ? { data: [change(4)], cursor: '4', hasMore: true }
        : { data: [change(5)], cursor: '5', hasMore: false };
      response.end(JSON.stringify(page));
    });
    sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, request) =>
      script.shift()?.(socket, new URL(request.url ?? '', 'http://localhost').searchParams),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('processes each change once and in order: in batches, again, after a break, after resync, after its own failure', async () => {
    const received: string[] = [];
    const cursors: (string | null)[] = [];
    let resets = 0;
    let failures = 1;
    const send = (socket: WebSocket, ...messages: readonly unknown[]) => {
      for (const message of messages) socket.send(JSON.stringify(message));
    };
    const isDone = new Promise<void>((resolve) => {
      script.push(
        (socket, query) => {
          cursors.push(query.get('since'));
          expect(Object.fromEntries(query)).toMatchObject({ topics: 'people', batch: 'true' });
          send(socket, { type: 'ready' }, [change(1), change(2)]);
          setImmediate(() => socket.close());
        },
        (socket, query) => {
          cursors.push(query.get('since'));
          send(socket, { type: 'ready' }, change(2), change(3), { type: 'resync', cursor: '3' });
          send(socket, change(6), change(7), change(8));
        },
        (socket, query) => {
          cursors.push(query.get('since'));
          send(socket, { type: 'ready' }, change(7), { type: 'position', cursor: '8' });
          send(socket, { type: 'heartbeat' }, { type: 'resync' }, change(9));
          socket.on('close', () => resolve());
        },
      );
    });
    const { port } = server.address() as AddressInfo;
    const client = followChanges({
      address: `ws://127.0.0.1:${port}/push`,
      feed: `http://127.0.0.1:${port}/feed`,
      tenant: 'demo',
      getToken: async () => 'token',
      topics: ['people'],
      onChange: ({ id }) => {
        if (id === '7' && failures-- > 0) throw new Error('Not now');
        received.push(id);
        if (id === '9') client.stop();
      },
      onReset: () => {
        resets += 1;
      },
    });
    await isDone;
    expect(received).toEqual(['1', '2', '3', '4', '5', '6', '7', '9']);
    expect(cursors).toEqual([null, '2', '6']);
    expect(requests.map((query) => query.get('after'))).toEqual(['3', '4']);
    expect([resets, client.getCursor()]).toEqual([1, '9']);
  });
});

describe('the client of the documentation on the platform', () => {
  usePush();

  test('comes back with its cursor and gets what it missed', async () => {
    const notes = Array.from({ length: 4 }, () => randomUUID());
    const subjects: (string | undefined)[] = [];
    const { address } = fixture.platform;
    const isLive = () =>
      expect
        .poll(async () => (await listSubscribers(fixture.platform.store('demo'))).map(({ state }) => state))
        .toEqual(['live']);
    const client = followChanges({
      address: `${address.replace(/^http/, 'ws')}/push`,
      feed: `${fixture.platform.urls.crm}/api/v1/Changes`,
      tenant: 'demo',
      getToken: () => tokenFor('demo'),
      topics: ['level-types'],
      onChange: ({ subject }) => void subjects.push(subject),
      onReset: () => expect.fail('Nothing is lost'),
    });
    await isLive();
    await writeNote('demo', notes[0] ?? '');
    await expect.poll(() => subjects).toEqual(notes.slice(0, 1));
    // The connection breaks, and something changes before it is back.
    const [stored] = await listSubscribers(fixture.platform.store('demo'));
    const { closeConnection } = await import('../../shared/push/connections.ts');
    await closeConnection(stored?.id ?? '');
    for (const note of notes.slice(1)) await writeNote('demo', note);
    await expect.poll(() => subjects).toEqual(notes);
    client.stop();
  });
});
