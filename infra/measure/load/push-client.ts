// A client of the push channel that writes down what it gets and when (docs/push-client.md).
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
  /** Why it ended, if it did before it was closed. */
  readonly failure: Error | undefined;
}

/** Connects; resolves when the channel is ready. */
export async function connectPushClient(target: PushTarget): Promise<PushClient> {
  const { address, tenant, token, topic, readFeed } = target;
  const query = new URLSearchParams({ 'tenant-code': tenant, access_token: token, topics: topic });
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/push?${query}`);
  const seen = new Set<string>();
  const client = {
    subjects: [] as string[],
    times: [] as number[],
    repeats: 0,
    resyncs: 0,
    failure: undefined as Error | undefined,
    close: () => socket.close(),
  };
  const take = ({ id, subject }: Change, at: number): void => {
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
    else if (message.type === 'resync') {
      client.resyncs += 1;
      for (const change of await readFeed(message.cursor)) take(change, performance.now());
    }
  };
  let work = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => {
      client.failure ??= error;
      reject(error);
    };
    socket.on('error', fail);
    socket.on('close', (code) => fail(new Error(`The connection was closed with ${code}`)));
    socket.on('message', (data) => {
      const at = performance.now();
      work = work.then(() => receive(JSON.parse(String(data)), at, resolve)).catch(fail);
    });
  });
  return client;
}
