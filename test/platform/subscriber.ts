// A client of the push channel, for tests.
import { WebSocket } from 'ws';

type Texts = Readonly<Record<string, string>>;

const buildAddress = (address: string, query: Texts, path: string): string =>
  `${address.replace(/^http/, 'ws')}${path}?${new URLSearchParams(query)}`;

/** A message as it was received. */
export type ReceivedMessage = Readonly<Record<string, unknown>>;

/** The messages of a connection. */
export interface Subscriber {
  readonly socket: WebSocket;
  readonly all: readonly ReceivedMessage[];
  /** Resolves with the first such message, once it is received. */
  first(matches: (message: ReceivedMessage) => boolean): Promise<ReceivedMessage>;
  /** The received messages that are not changes. */
  controlMessages(): readonly ReceivedMessage[];
  readonly closed: Promise<void>;
}

/** Opens the channel and collects its messages. */
export function connectSubscriber(address: string, query: Texts, headers: Texts = {}): Subscriber {
  const socket = new WebSocket(buildAddress(address, query, '/push'), { headers });
  const all: ReceivedMessage[] = [];
  const waiting: ((message: ReceivedMessage) => void)[] = [];
  const failed = new Promise<never>((_, reject) => socket.on('error', reject));
  failed.catch(() => undefined);
  socket.on('message', (data) => {
    const message: ReceivedMessage = JSON.parse(String(data));
    all.push(message);
    for (const look of waiting) look(message);
  });
  return {
    socket,
    all,
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
    controlMessages: () => all.filter(({ specversion }) => specversion === undefined),
    first: (matches) =>
      Promise.race([
        failed,
        new Promise<ReceivedMessage>((resolve) => {
          const look = (message: ReceivedMessage): void => {
            if (matches(message)) resolve(message);
          };
          all.forEach(look);
          waiting.push(look);
        }),
      ]),
  };
}

/** How an upgrade is refused. */
export interface RefusedConnection {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Tries to open the channel and returns how it was refused. */
export function expectRefused(address: string, query: Texts, path = '/push'): Promise<RefusedConnection> {
  const socket = new WebSocket(buildAddress(address, query, path));
  return new Promise((resolve, reject) => {
    socket.on('error', () => undefined);
    socket.on('open', () => reject(new Error('The channel opened')));
    socket.on('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(text) }),
      );
    });
  });
}
