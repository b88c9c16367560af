// A client of the push channel that writes down what it gets and when (docs/push-client.md).
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ReceivedChanges } from './push-report.ts';

interface Change {
  readonly id: string;
  readonly subject: string;
}
interface ControlMessage {
  readonly type: string;
  readonly cursor?: string;
}
type Message = Change | ControlMessage | readonly Change[];

/** Where the client connects and reads, and as whom. */
export interface PushTarget {
  readonly address: string;
  readonly tenant: string;
  readonly token: string;
  readonly topic: string;
  /** Reads the changes after a cursor from the feed. */
  readonly readFeed: (after: string | undefined) => Promise<readonly Change[]>;
}

/** A connection that collects. */
export interface PushClient extends ReceivedChanges {
  close(): void;
  /** Why it gave up, if it did. */
  readonly failure: Error | undefined;
}

/** How often in a row a connection may fail before the client gives up. */
const mostFailures = 10;

/** Connects, and again with the last id when the connection breaks; resolves when the channel is ready. */
export async function connectPushClient(target: PushTarget): Promise<PushClient> {
  const { address, tenant, token, topic, readFeed } = target;
  const seen = new Set<string>();
  let cursor: string | undefined;
  let failures = 0;
  let socket: WebSocket | undefined;
  let isClosing = false;
  const client = {
    subjects: [] as string[],
    times: [] as number[],
    ...{ repeats: 0, resyncs: 0, reconnects: 0 },
    failure: undefined as Error | undefined,
    close: () => {
      isClosing = true;
      socket?.close();
    },
  };
  const take = ({ id, subject }: Change, at: number): void => {
    cursor = id;
    if (seen.has(id)) {
      client.repeats += 1;
      return;
    }
    seen.add(id);
    client.subjects.push(subject);
    client.times.push(at);
  };
  const receive = async (message: Message, at: number, ready: () => void): Promise<void> => {
    if ('id' in message) take(message, at);
    else if (!('type' in message)) for (const change of message) take(change, at);
    else if (message.type === 'ready') ready();
    else if (message.type === 'position') cursor = message.cursor;
    else if (message.type === 'resync') {
      client.resyncs += 1;
      for (const change of await readFeed(message.cursor)) take(change, performance.now());
    }
  };
  const connect = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const query = new URLSearchParams({
        ...{ 'tenant-code': tenant, access_token: token, topics: topic },
        ...(cursor && { since: cursor }),
      });
      const opened = new WebSocket(`${address.replace(/^http/, 'ws')}/push?${query}`);
      socket = opened;
      let work = Promise.resolve();
      let isReady = false;
      const ready = (): void => {
        isReady = true;
        failures = 0;
        resolve();
      };
      const fail = (error: Error): void => {
        client.failure ??= error;
        reject(error);
      };
      opened.on('error', () => undefined); // close follows
      opened.on('close', (code) => void work.then(() => reconnect(code)).catch(fail));
      const reconnect = async (code: number): Promise<void> => {
        if (isClosing) return;
        failures += 1;
        if (failures > mostFailures) throw new Error(`The connection was closed with ${code}`);
        if (isReady) client.reconnects += 1;
        await sleep(failures * 500);
        await connect();
        resolve();
      };
      opened.on('message', (data) => {
        const at = performance.now();
        work = work.then(() => receive(JSON.parse(String(data)), at, ready)).catch(fail);
      });
    });
  await connect();
  return client;
}
