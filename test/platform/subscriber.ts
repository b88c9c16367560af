// A client of the push channel, for tests.
import { WebSocket } from 'ws';

type Texts = Readonly<Record<string, string>>;

const addressOf = (address: string, query: Texts, path: string): string =>
  `${address.replace(/^http/, 'ws')}${path}?${new URLSearchParams(query)}`;

/** A message as it came. */
export type Said = Readonly<Record<string, unknown>>;

/** What is heard over a connection. */
export interface Heard {
  readonly socket: WebSocket;
  readonly all: readonly Said[];
  /** Resolves when such a message was heard, with the first. */
  first(wanted: (said: Said) => boolean): Promise<Said>;
  /** What was heard that is no change. */
  beside(): readonly Said[];
  readonly closed: Promise<void>;
}

/** Opens the channel and collects what it says. */
export function hears(address: string, query: Texts, headers: Texts = {}): Heard {
  const socket = new WebSocket(addressOf(address, query, '/push'), { headers });
  const all: Said[] = [];
  const waiting: ((said: Said) => void)[] = [];
  const failed = new Promise<never>((_, reject) => socket.on('error', reject));
  failed.catch(() => undefined);
  socket.on('message', (data) => {
    const said: Said = JSON.parse(String(data));
    all.push(said);
    for (const look of waiting) look(said);
  });
  return {
    socket,
    all,
    closed: new Promise((resolve) => socket.on('close', () => resolve())),
    beside: () => all.filter(({ specversion }) => specversion === undefined),
    first: (wanted) =>
      Promise.race([
        failed,
        new Promise<Said>((resolve) => {
          const look = (said: Said): void => {
            if (wanted(said)) resolve(said);
          };
          all.forEach(look);
          waiting.push(look);
        }),
      ]),
  };
}

/** How an upgrade is refused. */
export interface Refused {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Tries to open the channel and tells how it was refused. */
export function statusOf(address: string, query: Texts, path = '/push'): Promise<Refused> {
  const socket = new WebSocket(addressOf(address, query, path));
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
